import { isEnabled, isInvited } from '@cheyi/domain/platform/account/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { type Action, ActionSheet } from '../../../ui/modal/sheet.tsx'
import { type AccountCard, protectionWords } from '../parts/account-words.ts'

export type Verb = 'resend' | 'withdraw' | 'status' | 'reset' | 'remove'

/** The actions on an employee in the current state: the sheet may be opened while the page still reloads after a write. */
export default function MoreSheet({ id, answer }: { readonly id: string } & Asks<Verb>) {
  const { open, close } = useOpened()
  const { data: account } = useRead(calls.account.detail, { id })
  if (!account) return null
  return (
    <ActionSheet
      open={open}
      onClose={close}
      title={account.name}
      actions={actionsOf(account)}
      onPick={(verb) => answer(verb as Verb)}
    />
  )
}

function actionsOf(account: AccountCard): (Action & { readonly key: Verb })[] {
  if (isInvited(account.status))
    return [
      { key: 'resend', label: '重新发送邀请' },
      { key: 'withdraw', label: '撤销邀请', danger: true },
    ]
  const enabled = isEnabled(account.status)
  const protection = protectionWords(account)
  return [
    { key: 'status', label: enabled ? '停用' : '启用', danger: enabled, reason: enabled ? protection : undefined },
    { key: 'reset', label: '重置密码', reason: protection?.replace('停用', '重置') },
    { key: 'remove', label: '删除', danger: true, reason: protection?.replace('停用', '删除') },
  ]
}
