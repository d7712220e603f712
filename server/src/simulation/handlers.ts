import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { implement } from '../kernel/context.ts'

export const simulation = implement(contract.simulation, {
  async messages(_, ctx) {
    // Codes stand in them: open only where the passwords are public too.
    const { outbox } = ctx.outside.sms
    if (!ctx.config.demo || outbox === undefined) throw new Refusal('notFound')
    return { list: [...(await outbox())] }
  },

  async partnerCode({ partnerUserId }, ctx) {
    const { issue } = ctx.outside.wukong
    if (!ctx.config.demo || issue === undefined) throw new Refusal('notFound')
    return { code: await issue(partnerUserId) }
  },
})
