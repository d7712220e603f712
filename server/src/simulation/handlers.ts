import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { implement } from '../kernel/context.ts'

export const simulation = implement(contract.simulation, {
  async messages(_, ctx) {
    const { outbox } = ctx.outside.sms
    if (outbox === undefined) throw new Refusal('notFound')
    return { list: [...(await outbox())] }
  },

  async partnerCode({ partnerUserId }, ctx) {
    const { issue } = ctx.outside.wukong
    if (issue === undefined) throw new Refusal('notFound')
    return { code: await issue(partnerUserId) }
  },
})
