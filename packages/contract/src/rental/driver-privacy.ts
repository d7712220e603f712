import { consentKinds, consentWays, heardConsentWays } from '@cheyi/domain/rental/driver/consent'
import { requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, flag, id, maybe, paging, text } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** Data of a deleted customer that is retained: until when, and by which law. */
const Kept = z.object({ what: z.string(), until: out.time, why: z.string() })

const Request = z.object({
  requestId: out.id,
  kind: out.code(requestKinds),
  note: z.string(),
  status: out.code(requestStatuses),
  answer: z.string(),
  dueAt: out.time,
  createdAt: out.time,
  createdBy: z.string(),
  doneAt: out.time.nullable(),
})

/** Consents and data requests of a customer. */
export const privacy = {
  privacy: read({
    path: '/api/person/v1/privacy',
    summary: '客户的同意与请求',
    permission: ['person.view'],
    input: z.object({ personId: id('客户') }),
    output: z.object({
      consents: z.array(
        z.object({
          kind: out.code(consentKinds),
          text: z.string(),
          textVersion: z.string(),
          at: out.time,
          way: out.code(consentWays),
          givenTo: z.string(),
          withdrawnAt: out.time.nullable(),
          withdrawnWay: out.code(consentWays).nullable(),
        }),
      ),
      requests: z.array(Request),
      /** Orders that are retained for a case. */
      holds: z.array(z.object({ ...orderRef, reason: z.string(), since: out.time })),
      /** Open business that blocks the deletion, as text; '': none. */
      open: z.string(),
      /** Data that is retained after the deletion. */
      kept: z.array(Kept),
    }),
    refusals: ['personNotServed'],
  }),
  withdrawConsent: write({
    operators: false,
    path: '/api/person/v1/consent/withdraw',
    summary: '撤回同意',
    permission: ['person.edit'],
    input: z.object({
      personId: id('客户'),
      kind: code(consentKinds, '同意事项'),
      way: code(heardConsentWays, '撤回方式'),
    }),
    /** `later`: the pictures are deleted once the customer has no open business. */
    output: z.object({ pictures: z.enum(['gone', 'later', 'none']) }),
    refusals: ['personNotServed'],
  }),
  requests: read({
    path: '/api/person/v1/request/list',
    summary: '客户请求',
    permission: ['person.view'],
    input: z.object({
      ...paging(),
      status: maybe(code(requestStatuses, '处理状态')),
      kind: maybe(code(requestKinds, '请求事项')),
    }),
    /** Pending ones first, by their deadline. */
    output: out.page(Request.extend({ personId: out.id, name: z.string() })),
  }),
  requestPrivacy: write({
    operators: false,
    path: '/api/person/v1/request/enter',
    summary: '登记客户请求',
    permission: ['person.edit'],
    input: z.object({
      personId: id('客户'),
      kind: code(requestKinds, '请求事项'),
      note: maybe(text(0, 200, '说明')),
    }),
    output: z.object({ requestId: out.id, dueAt: out.time }),
    refusals: ['personNotServed'],
    refreshes: ['todo.counts'],
  }),
  answerPrivacy: write({
    operators: false,
    path: '/api/person/v1/request/answer',
    summary: '答复客户请求',
    permission: ['person.edit'],
    input: z.object({
      requestId: id('客户请求'),
      done: flag('请选择处理结果'),
      answer: text(1, 200, '答复'),
    }),
    output: z.object({ status: out.code(requestStatuses) }),
    refreshes: ['todo.counts'],
  }),
  holdOrder: write({
    operators: false,
    path: '/api/person/v1/hold',
    summary: '订单资料保全或解除',
    permission: ['order.override'],
    input: z.object({ orderId: id('订单'), on: flag('请选择保全或解除'), reason: text(1, 200, '原因') }),
    output: z.object({ held: z.boolean() }),
  }),
  exportPerson: write({
    operators: false,
    path: '/api/person/v1/export',
    summary: '导出客户的个人信息副本',
    permission: ['person.view'],
    // The copy has every order of the customer.
    reach: 'merchant',
    changes: false,
    input: z.object({ personId: id('客户') }),
    output: z.object({ jobId: out.id }),
  }),
  erasePerson: write({
    operators: false,
    path: '/api/person/v1/erase',
    summary: '删除客户的个人信息',
    permission: ['person.edit'],
    // It cannot be undone, and concerns the orders of every store.
    reach: 'merchant',
    input: z.object({ personId: id('客户'), reason: text(1, 200, '原因') }),
    output: z.object({ kept: z.array(Kept) }),
    refusals: ['cancelBlocked'],
    refreshes: ['order.detail', 'order.list'],
  }),
}
