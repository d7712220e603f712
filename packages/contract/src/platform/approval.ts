import { approvalStates } from '@cheyi/domain/platform/account/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, flag, id, maybe, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

export const approval = {
  page: read({
    path: '/api/approval/v1/page',
    summary: '审批列表',
    permission: 'signedIn',
    input: z.object({ ...cursorPaging(), id: maybe(id('审批')), state: maybe(code(approvalStates, '审批状态')) }),
    /** Newest first: the caller's own requests, and those that they may decide. */
    output: out.page(
      z.object({
        id: out.id,
        name: z.string(),
        summary: z.string(),
        /** Of a pending one: names of colleagues who may decide it. */
        approvers: z.array(z.string()),
        state: out.code(approvalStates),
        requesterName: z.string(),
        deciderName: z.string().nullable(),
        note: z.string(),
        /** The caller requested it. */
        mine: z.boolean(),
        mayDecide: z.boolean(),
        /** There is no other approver: from then on the requester may proceed with a code sent to them. */
        readyAt: out.time.nullable(),
        createdAt: out.time,
        expireAt: out.time,
      }),
    ),
  }),
  decide: write({
    operators: false,
    path: '/api/approval/v1/decide',
    summary: '审批',
    permission: 'signedIn',
    repeat: 'natural',
    whileSuspended: true,
    input: z.object({ id: id('审批'), pass: flag('请选择通过或拒绝'), note: maybe(text(0, 200, '说明')) }),
    output: z.object({ state: out.code(approvalStates) }),
    refusals: ['approvalNeeded'],
  }),
}
