import { z } from 'zod'
import { fleetFilter } from './inventory-filter.ts'
import { call } from './kernel/call.ts'
import { Flag, IdOut, id, maybe, word } from './kernel/field.ts'

/** What a confirmed import does with a table in which some rows are wrong. */
export const importModes = ['validOnly', 'allOrNothing'] as const

const Asked = z.object({ jobId: IdOut })

/** Import and export of vehicles; part of the room `inventory`. How far they are is told by `job.detail`. */
export const importCalls = {
  /** An XLSX file to fill in, with the merchant's own models and stores beside. */
  importTemplate: call({
    method: 'POST',
    path: '/api/vehicle/v1/import/template',
    summary: '导入模板',
    permission: ['inventory.import'],
    effect: 'write',
    repeat: 'key',
    changes: false,
    audit: false,
    input: z.object({}),
    output: Asked,
  }),
  importCheck: call({
    method: 'POST',
    path: '/api/vehicle/v1/import',
    summary: '导入试运行：逐行检查，不写入',
    permission: ['inventory.import'],
    effect: 'write',
    repeat: 'key',
    changes: false,
    input: z.object({
      mediaId: id('文件'),
      /** Existing vehicles take what the table says. */
      overwrite: maybe(Flag),
    }),
    output: Asked,
    refusals: ['importTemplateWrong'],
  }),
  importConfirm: call({
    method: 'POST',
    path: '/api/vehicle/v1/import/confirm',
    summary: '确认导入',
    permission: ['inventory.import'],
    effect: 'write',
    repeat: 'key',
    input: z.object({
      /** Of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Asked,
    refusals: ['importTemplateWrong'],
    refreshes: ['stock', 'overview', 'arrange', 'order', 'model'],
  }),
  exportFleet: call({
    method: 'POST',
    path: '/api/vehicle/v1/export',
    summary: '导出车辆',
    permission: ['inventory.export'],
    effect: 'write',
    repeat: 'key',
    changes: false,
    input: z.object(fleetFilter),
    output: Asked,
    refusals: ['tooFrequent'],
  }),
}
