import { AccountForm } from '../parts/account-form.tsx'

export default function AddAccount() {
  return <AccountForm stored={null} refetch={() => {}} />
}
