import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { id, list, maybe, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { importModes, tableReading } from '../platform/job.ts'

/** Features besides this one that show violations. */
export const violationRefreshes = ['order', 'overview', 'todo', 'deposit', 'expense', 'damage'] as const

const Asked = z.object({ jobId: out.id })

/** Import of violations from files of the authority or of query services, and queries to a provider. */
export const importCalls = {
  /** An XLSX file to fill in. */
  importTemplate: write({
    path: '/api/violation/v1/import/template',
    summary: '违章导入模板',
    permission: ['violation.handle'],
    audit: false,
    output: Asked,
    refusals: ['lineFull'],
  }),
  importCheck: write({
    path: '/api/violation/v1/import',
    summary: '违章导入试运行：逐行检查，不写入',
    permission: ['violation.handle'],
    changes: false,
    input: z.object({ mediaId: id('文件'), ...tableReading }),
    output: Asked,
    refusals: ['importTemplateWrong', 'lineFull'],
  }),
  importConfirm: write({
    path: '/api/violation/v1/import/confirm',
    summary: '确认导入违章',
    permission: ['violation.handle'],
    input: z.object({
      /** Job of the preview. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Asked,
    refusals: ['importTemplateWrong', 'lineFull'],
    refreshes: violationRefreshes,
  }),
  sync: write({
    path: '/api/violation/v1/sync',
    summary: '向查询服务查询违章',
    permission: ['violation.handle'],
    reach: 'merchant',
    input: z.object({
      /** Missing: all cars. */
      vehicleIds: maybe(list(id('车辆'), 500, '车辆', 1)),
    }),
    output: Asked,
    refusals: ['lineFull'],
    refreshes: violationRefreshes,
  }),
}
