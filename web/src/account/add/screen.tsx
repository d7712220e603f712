import { AccountForm } from '../parts/account-form.tsx'

/** A new employee. */
export default function AddAccount() {
  return <AccountForm stored={null} refetch={() => {}} />
}
