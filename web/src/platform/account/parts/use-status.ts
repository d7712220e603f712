import { accountStatus, isEnabled } from '@cheyi/domain/platform/account/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { confirm } from '../../../page/confirm.ts'
import type { AccountCard } from './account-words.ts'

/** Enables an employee, or disables one after a confirmation. */
export function useStatus() {
  const write = useWrite(calls.account.setStatus)
  return {
    pending: write.pending,
    async toggle({ id, name, status }: Pick<AccountCard, 'id' | 'name' | 'status'>) {
      const off = isEnabled(status)
      const sure =
        !off ||
        (await confirm({
          title: `停用 ${name}`,
          body: '停用后该员工将立即退出登录，确定停用？',
          confirm: '停用',
          danger: true,
        }))
      if (!sure) return
      const done = await write.run({ id, status: off ? accountStatus.disabled : accountStatus.enabled })
      if (done) feedback.toast(off ? `${name} 已停用` : `${name} 已启用`)
    },
  }
}
