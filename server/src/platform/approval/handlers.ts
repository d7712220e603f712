import { contract } from '@cheyi/contract/index'
import { approvalState, awaitsDecision } from '@cheyi/domain/platform/account/codes'
import { APPROVAL_LIFE, approvalRules } from '@cheyi/domain/platform/approval/rules'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { implement, requireFound } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { emit } from '../../kernel/events.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import * as store from './store.ts'

export const approval = implement(contract.approval, {
  async page({ id, state: wanted, ...ask }, ctx) {
    const filter = { id, state: wanted }
    return listAnswer(ask, {
      rows: store.page(ctx, filter, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      count: () => store.count(ctx, filter),
      keys: ({ id }) => [id],
      view: (row) => ({
        ...row,
        name: approvalRules[row.kind].name,
        mine: row.requesterId === ctx.accountId,
        mayDecide: awaitsDecision(row.state) && row.second,
      }),
    })
  },

  async decide({ id, pass, note = '' }, ctx) {
    const row = requireFound(await store.lock(ctx, id))
    const decided = pass ? approvalState.passed : approvalState.refused
    // Repeating the same decision succeeds; any other decision comes too late.
    if (row.deciderId === ctx.accountId && row.state === decided) return { state: decided }
    if (!awaitsDecision(row.state)) throw new Refusal('stale', { state: row.state })
    if (!row.second) throw new Refusal('approvalNeeded', { approvalId: id })
    ctx.audit({ targetType: 'approval', targetId: id, after: { summary: row.summary, pass, note } })
    await store.decide(ctx, id, decided, note, ctx.now + APPROVAL_LIFE)
    await emit(
      ctx,
      'approval.changed',
      id,
      { approvalId: id, call: row.call, state: decided },
      {
        keys: row.keys,
        storeIds: row.storeIds,
        accountIds: [row.requesterId],
      },
    )
    if (row.requesterId !== '0')
      notify(ctx, {
        type: notifyType.approval,
        level: notifyLevel.important,
        ref: `approval/${id}/${decided}`,
        title: `${approvalRules[row.kind].name}${pass ? '已通过' : '已拒绝'}`,
        body: [row.summary, note].filter(Boolean).join('；'),
        link: screen('notify.notices', { tab: 'approval' }),
        to: { accountIds: [row.requesterId] },
      })
    return { state: decided }
  },
})
