import type { Source } from '@cheyi/domain/booking/order/codes'
import { type ChannelAction, channelActionNames } from '@cheyi/domain/sales/channel/steps'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { confirm } from '../../../page/confirm.ts'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { doneWords, questionOf } from './channel-words.ts'

interface Channel {
  readonly source: Source
  readonly version: number
}

/** Changes the status of a channel, after a confirmation where it affects sales. `step` answers whether it was done. */
export function useStep() {
  const nameOf = useSourceNames()
  const moving = useWrite(calls.channel.action)
  return {
    pending: moving.pending,
    async step({ source, version }: Channel, action: ChannelAction): Promise<boolean> {
      const name = nameOf(source)
      const question = questionOf(action, name)
      if (question !== null && !(await confirm({ ...question, confirm: channelActionNames[action], cancel: '取消' })))
        return false
      if (!(await moving.run({ source, action, version }))) return false
      feedback.toast(doneWords(action, name))
      return true
    },
  }
}
