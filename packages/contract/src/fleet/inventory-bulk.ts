import { lifecycles } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleColumns } from '@cheyi/domain/fleet/inventory/columns'
import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { code, Flag, id, list, maybe, nestedRecord, word } from '../kernel/field.ts'
import { importCallsOf, importModes, Started, tableLooks, tableNames, tableReading } from '../platform/job.ts'
import { fleetFilter, fleetOrder } from './inventory-filter.ts'

const policies = importCallsOf({
  path: '/api/vehicle/v1/policy/import',
  noun: '保单',
  permission: ['inventory.import'],
  refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'cost', 'profit'],
})

/** Operations on many vehicles: import, export, batch changes. Their progress is read by `job.detail`. */
export const bulkCalls = {
  /** An XLSX file to fill in, with lists of the merchant's models and stores. */
  importTemplate: write({
    operators: false,
    path: '/api/vehicle/v1/import/template',
    summary: '导入模板',
    permission: ['inventory.import'],
    audit: false,
    output: Started,
  }),
  importCheck: write({
    operators: false,
    path: '/api/vehicle/v1/import',
    summary: '导入试运行：逐行检查，不写入',
    permission: ['inventory.import'],
    changes: false,
    maxBody: 128 * 1024,
    input: z.object({
      mediaId: id('文件'),
      /** Existing vehicles get the values of the table. */
      overwrite: maybe(Flag),
      ...tableReading,
      ...tableNames,
    }),
    output: Started,
    refusals: ['importTemplateWrong'],
  }),
  importConfirm: write({
    operators: false,
    path: '/api/vehicle/v1/import/confirm',
    summary: '确认导入',
    permission: ['inventory.import'],
    input: z.object({
      /** Job of the preview. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Started,
    refusals: ['importTemplateWrong'],
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  policyTemplate: policies.template,
  policyCheck: policies.check,
  policyConfirm: policies.confirm,
  /** Processes the vehicles one by one: a refusal of one does not stop the others. */
  batch: write({
    operators: false,
    path: '/api/vehicle/v1/batch',
    summary: '批量上架、下架、换门店',
    permission: ['inventory.edit'],
    input: z.object({
      /** Either these vehicles, or all that match a filter now. */
      vehicleIds: maybe(list(id('车辆'), 500, '车辆')),
      filter: maybe(nestedRecord(fleetFilter, '筛选')),
      /** Either a lifecycle, or a home store. */
      lifecycle: maybe(code(lifecycles, '生命周期')),
      homeStoreId: maybe(id('所属门店')),
    }),
    output: Started,
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  exportFleet: write({
    operators: false,
    path: '/api/vehicle/v1/export',
    summary: '导出车辆',
    permission: ['inventory.export'],
    changes: false,
    /** With columns it exports the list; without, a table that can be imported again. */
    input: z.object({ ...fleetFilter, ...fleetOrder, ...tableLooks(vehicleColumns) }),
    output: Started,
    refusals: ['tooFrequent'],
  }),
}
