import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { confirm } from '../../../page/confirm.ts'
import type { AccountCard } from './account-words.ts'

type Invited = Pick<AccountCard, 'id' | 'name'>

/** The actions on an invited employee who has not accepted yet. */
export function useInvitation() {
  const send = useWrite(calls.invitation.send)
  const remove = useWrite(calls.account.remove)
  return {
    pending: send.pending || remove.pending,
    async resend({ id, name }: Invited) {
      if (await send.run({ id })) feedback.toast(`已重新向 ${name} 发送邀请`)
    },
    /** @returns whether the invitation was withdrawn */
    async withdraw({ id, name }: Invited): Promise<boolean> {
      const sure = await confirm({
        title: `撤销对 ${name} 的邀请`,
        body: '已发出的邀请码立即失效；以后可以重新邀请',
        confirm: '撤销邀请',
        danger: true,
      })
      if (!sure || !(await remove.run({ id }))) return false
      feedback.toast(`对 ${name} 的邀请已撤销`)
      return true
    },
  }
}
