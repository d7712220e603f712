import { commissionKinds, commissionStates } from '@cheyi/domain/insight/commission/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, date, fen, id, int, maybe, orElse, Version } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** 员工提成: what employees get of what they book, renew and collect, by rules and months. Amounts in fen. */

const whole = { permission: ['finance.reconcile'], reach: 'merchant' } as const

const Rule = {
  kind: out.code(commissionKinds),
  /** Of a booking: the sum of each; otherwise 0. */
  fen: out.fen,
  rateBp: out.count,
}

const Statement = {
  statementId: out.id,
  accountId: out.id,
  accountName: z.string(),
  month: out.date,
  state: out.code(commissionStates),
  fen: out.fen,
  orders: out.count,
}

const refreshes = ['overview', 'todo'] as const

export const commission = {
  rules: read({
    path: '/api/commission/v1/rules',
    summary: '提成规则',
    ...whole,
    /** Those in force first, then the newest. */
    output: z.object({
      list: z.array(
        z.object({
          ruleId: out.id,
          ...Rule,
          /** null: any. */
          storeName: z.string().nullable(),
          roleName: z.string().nullable(),
          from: out.date,
          /** The last month; null: until further notice. */
          to: out.date.nullable(),
        }),
      ),
    }),
  }),
  ruleAdd: write({
    operators: false,
    path: '/api/commission/v1/rule/add',
    summary: '新增提成规则',
    ...whole,
    input: z.object({
      kind: code(commissionKinds, '提成项目'),
      storeId: maybe(id('门店')),
      roleId: maybe(id('角色')),
      fen: orElse(fen('每单金额'), 0),
      rateBp: orElse(int(0, 10_000, '提成比例'), 0),
      from: date('开始月份'),
    }),
    output: z.object({ ruleId: out.id }),
    refusals: ['notFound'],
    refreshes,
  }),
  ruleEnd: write({
    operators: false,
    path: '/api/commission/v1/rule/end',
    summary: '停用提成规则',
    ...whole,
    repeat: 'natural',
    input: z.object({ ruleId: id('提成规则'), to: date('最后月份') }),
    refusals: ['notFound'],
    refreshes,
  }),
  statements: read({
    path: '/api/commission/v1/statements',
    summary: '员工提成单',
    ...whole,
    input: z.object({
      ...cursorPaging(),
      month: maybe(date('月份')),
      state: maybe(code(commissionStates, '状态')),
      accountId: maybe(id('员工')),
    }),
    /** The newest month first. */
    output: z.object({
      ...out.pageOf(z.object(Statement)),
      /** The last month that is over, and the last day whose income is known. */
      last: out.date,
      until: out.date.nullable(),
    }),
  }),
  own: read({
    path: '/api/commission/v1/own',
    summary: '我的提成',
    permission: 'signedIn',
    /** Of the caller, the 24 newest. */
    output: z.object({ list: z.array(z.object(Statement)) }),
  }),
  statement: read({
    path: '/api/commission/v1/statement',
    summary: '员工提成单详情',
    /** Everybody sees their own, and who reconciles all of them. */
    permission: 'signedIn',
    input: z.object({ statementId: id('提成单') }),
    output: z.object({
      ...Statement,
      version: out.count,
      confirmedAt: out.time.nullable(),
      confirmedByName: z.string().nullable(),
      /** Of orders at stores that the caller does not see, which are not among the lines, fen. */
      elsewhere: out.fen,
      /** By kind, then the newest order first. */
      lines: z.array(
        z.object({
          ...orderRef,
          orderNo: z.string(),
          kind: out.code(commissionKinds),
          month: out.date,
          /** What has changed since that month was confirmed. */
          earlier: z.boolean(),
          rule: z.string(),
          /** What the rule was applied to, fen; of bookings their number. */
          base: z.number().int(),
          fen: out.fen,
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  make: write({
    operators: false,
    path: '/api/commission/v1/make',
    summary: '生成员工提成单',
    ...whole,
    repeat: 'natural',
    input: z.object({ month: date('月份') }),
    /** Drafts there are now, and statements that were confirmed before and stay. */
    output: z.object({ made: out.count, kept: out.count }),
    refreshes,
  }),
  confirm: write({
    operators: false,
    path: '/api/commission/v1/confirm',
    summary: '确认员工提成单',
    ...whole,
    repeat: 'version',
    input: z.object({ statementId: id('提成单'), version: Version }),
    output: z.object({ version: out.count, state: out.code(commissionStates) }),
    refusals: ['notFound', 'commissionRefuses'],
    refreshes,
  }),
}
