import { auditResults } from '@cheyi/domain/platform/audit/words'
import { z } from 'zod'
import { read } from '../kernel/call.ts'
import { code, cursorPaging, id, maybe, range, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

export const audit = {
  page: read({
    path: '/api/audit/v1/page',
    summary: '操作日志',
    permission: ['audit'],
    input: z.object({
      ...cursorPaging(),
      period: range('时间'),
      accountId: maybe(id('员工')),
      /** A feature (`account`) or one of its calls (`account.edit`). */
      action: maybe(text(0, 60, '操作')),
      targetId: maybe(id('对象')),
      result: maybe(code(auditResults, '结果')),
    }),
    /** Newest first. */
    output: out.page(
      z.object({
        id: out.id,
        at: out.time,
        /** Name of the account at that time. */
        name: z.string(),
        ip: z.string(),
        /** Common name of the device; '' for work of the system. */
        device: z.string(),
        action: z.string(),
        /** For example `员工 · 修改员工`. */
        actionName: z.string(),
        targetType: z.string(),
        targetName: z.string(),
        targetId: out.id.nullable(),
        /** Its present name; '' where it has none. */
        target: z.string(),
        changes: z.array(
          z.object({
            field: z.string(),
            label: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        ),
        result: out.code(auditResults),
        /** For example `成功`, or the message of the refusal. */
        resultName: z.string(),
      }),
    ),
  }),
}
