import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { endOfMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { commissionSteps, isFrozen } from '@cheyi/domain/insight/commission/codes'
import { ruleProblem, ruleText } from '@cheyi/domain/insight/commission/commission'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { commissionEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { holdOpenFrom } from '../../fleet/cost/actions.ts'
import { implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { registerClosingPoint } from '../../money/closing/actions.ts'
import { postSettlement } from '../../money/payment/actions.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { settleable } from '../data/actions.ts'
import { makeStatements } from './make.ts'
import './accrue.ts'
import * as store from './store.ts'

const SHOWN = 24

const statementView = ({ id, accountId, accountName, month, state, fen, orders }: store.ListedStatement) => ({
  ...{ statementId: id, accountId, accountName, month, state, fen, orders },
})

export const commission = implement(contract.commission, {
  async rules(_, ctx) {
    const rows = await store.rules(ctx)
    return { list: rows.map(({ id, storeId: _store, roleId: _role, ...rule }) => ({ ...rule, ruleId: id })) }
  },

  /** @throws Refusal badInput (-2) for a rule without a sum or share, notFound (-4) */
  async ruleAdd({ from, storeId, roleId, ...input }, ctx) {
    const problem = ruleProblem(input)
    if (problem !== null) throw badInput(problem.field, problem.message)
    const id = await newId(ctx)
    if (storeId !== undefined && !(await store.hasStore(ctx, storeId)))
      throw new Refusal('notFound', { field: 'storeId' })
    if (roleId !== undefined && !(await store.hasRole(ctx, roleId))) throw new Refusal('notFound', { field: 'roleId' })
    const { kind, fen, rateBp } = input
    await store.insertRule(ctx, {
      ...{ id, kind, fen, rateBp },
      storeId: storeId ?? null,
      roleId: roleId ?? null,
      fromMonth: monthOf(from),
    })
    ctx.audit({ targetType: 'commissionRule', targetId: id, after: { rule: ruleText(input), from: monthOf(from) } })
    return { ruleId: id }
  },

  /** @throws Refusal notFound (-4), badInput (-2) before a month that was confirmed by it */
  async ruleEnd({ ruleId, to }, ctx) {
    const before = requireFound(await store.lockRule(ctx, ruleId))
    const last = monthOf(to)
    const used = await store.ruleUsedIn(ctx, ruleId)
    if (used !== null && last < used) throw badInput('to', `${used.slice(0, 7)} 已按此规则确认提成，不能早于该月停用`)
    await store.endRule(ctx, ruleId, last)
    ctx.audit({
      targetType: 'commissionRule',
      targetId: ruleId,
      before: { lastMonth: before.to },
      after: { lastMonth: last },
    })
    return {}
  },

  async statements({ month, state, accountId, ...paging }, ctx) {
    const filter = { month: month && monthOf(month), state, accountId }
    const [answer, months] = await Promise.all([
      listAnswer(paging, {
        rows: store.statements(ctx, filter, cursorKeys(paging, 'int', 'id'), pageSize(paging) + 1),
        count: () => store.countStatements(ctx, filter),
        keys: ({ dayNo, id }) => [dayNo, id],
        view: statementView,
      }),
      settleable(ctx),
    ])
    return { ...answer, ...months }
  },

  async own(_, ctx) {
    const rows = await store.statements(ctx, { accountId: ctx.accountId }, null, SHOWN)
    return { list: rows.map(statementView) }
  },

  /** @throws Refusal notFound (-4), also for that of another employee without the permission */
  async statement({ statementId }, ctx) {
    const row = requireFound(await store.statement(ctx, statementId))
    const mayAll = ctx.can('finance.reconcile') && ctx.identity.scope === 'all'
    if (row.accountId !== ctx.accountId && !mayAll) throw new Refusal('notFound', { field: 'statementId' })
    const lines = await store.lines(ctx, statementId)
    return {
      ...statementView(row),
      version: row.version,
      confirmedAt: row.confirmedAt,
      confirmedByName: row.confirmedByName,
      elsewhere: row.fen - lines.reduce((sum, { fen }) => sum + fen, 0),
      lines: lines.map(({ orderId, orderNo, orderKind, kind, month, base, fen, ruleFen, rateBp }) => ({
        ...{ orderId, orderNo, orderKind, kind, month, base, fen },
        earlier: month < row.month,
        rule: ruleText({ kind, fen: ruleFen, rateBp }),
      })),
    }
  },

  /** @throws Refusal badInput (-2) for a month that is not over, or whose income is not known yet */
  async make({ month }, ctx) {
    const of = monthOf(month)
    const done = await makeStatements(ctx, of)
    ctx.audit({ targetType: 'month', targetId: of.slice(0, 7).replace('-', ''), after: { statements: done.made } })
    return done
  },

  /**
   * Freezes a statement and posts its cost, into its month while that is open; of a closed one what differs from what was booked then.
   * @throws Refusal notFound (-4), stale (-5), commissionRefuses (8311), badInput (-2) while an earlier one is not confirmed
   */
  async confirm({ statementId, version }, ctx) {
    // Before the lock of statements: closing a month takes both in this order.
    const openFrom = await holdOpenFrom(ctx)
    await store.holdStatements(ctx)
    const row = requireFound(await store.lock(ctx, statementId))
    requireVersion(version, row.version)
    const state = advance(commissionSteps, 'confirm', row.state)
    const open = (await store.allStatements(ctx)).find(
      (one) => one.accountId === row.accountId && one.month < row.month && !isFrozen(one.state),
    )
    if (open !== undefined) throw badInput('statementId', `请先确认 ${open.month.slice(0, 7)} 的提成单`)
    const bookedOn = openFrom === null || row.month >= openFrom ? endOfMonth(row.month) : localDate(ctx.now)
    const of = { storeId: null, way: payWay.bank, postedOn: bookedOn }
    await postSettlement(ctx, commissionEntry(row.id, row.fen - row.accruedFen), of)
    const { version: now } = store.confirm(ctx, row, bookedOn)
    ctx.audit({
      targetType: 'commissionStatement',
      targetId: row.id,
      before: { state: row.state },
      after: { state, month: row.month.slice(0, 7), amount: row.fen },
    })
    return { version: now, state }
  },
})

isCountedBySql<number>(
  'commissionDraft',
  store.draftCountSql,
  (count) => [{ name: '待确认提成', count, link: screen('commission.statements', { state: '1' }) }],
  { whole: true },
)

registerClosingPoint('commissionDrafts', {
  name: '员工提成未确认',
  hint: '生成并确认当月提成单',
  count: store.unconfirmedCountSql,
  link: ({ month }) => screen('commission.statements', { month: daysOf(month)[0] }),
})
