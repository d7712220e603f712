import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'

/** The employees a list may be narrowed to, by id; none for who may not see them. */
export function usePeople() {
  const people = useRead(calls.account.page, { pageSize: 100 }, { enabled: useMay('account') })
  return (people.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
