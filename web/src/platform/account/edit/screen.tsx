import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { AccountForm } from '../parts/account-form.tsx'
import { accountScreens } from '../screens.ts'

export default page(
  accountScreens.edit,
  ({ id }) => {
    const account = ask(calls.account.detail, { id })
    const [stored] = useAnswers(account)
    return <AccountForm key={id} stored={stored} refetch={() => void refresh(account)} />
  },
  { cards: 3, shape: 'detail' },
)
