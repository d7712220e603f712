import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'

/** The employees by whom a list can be filtered, by id; empty for a user without the permission to see employees. */
export function usePeople() {
  const people = useRead(calls.account.page, { pageSize: 100 }, { enabled: useMay('account') })
  return (people.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
