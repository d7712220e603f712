import { lifecycles } from '@cheyi/domain/inventory/codes'
import { vehicleColumnKeys } from '@cheyi/domain/inventory/columns'
import { nameFields } from '@cheyi/domain/inventory/import/names'
import { z } from 'zod'
import { fleetFilter, fleetOrder } from './inventory-filter.ts'
import { importModes, tableLooks, tableReading } from './job.ts'
import { write } from './kernel/call.ts'
import { code, Flag, id, list, maybe, nested, orElse, text, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'

const Asked = z.object({ jobId: out.id })

/** What is done with many vehicles: import, export, the same for each; part of the room `inventory`. How far they are is told by `job.detail`. */
export const bulkCalls = {
  /** An XLSX file to fill in, with the merchant's own models and stores beside. */
  importTemplate: write({
    path: '/api/vehicle/v1/import/template',
    summary: '导入模板',
    permission: ['inventory.import'],
    audit: false,
    output: Asked,
  }),
  importCheck: write({
    path: '/api/vehicle/v1/import',
    summary: '导入试运行：逐行检查，不写入',
    permission: ['inventory.import'],
    changes: false,
    maxBody: 128 * 1024,
    input: z.object({
      mediaId: id('文件'),
      /** Existing vehicles take what the table says. */
      overwrite: maybe(Flag),
      ...tableReading,
      /** Which model or store a name of the table means; an empty name stands for the rows that say none. */
      names: maybe(
        list(
          nested(
            { field: word(nameFields, '对应内容'), name: orElse(text(0, 80, '名称'), ''), id: id('对应项') },
            '名称对应',
          ),
          200,
          '名称对应',
        ),
      ),
    }),
    output: Asked,
    refusals: ['importTemplateWrong'],
  }),
  importConfirm: write({
    path: '/api/vehicle/v1/import/confirm',
    summary: '确认导入',
    permission: ['inventory.import'],
    input: z.object({
      /** Of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Asked,
    refusals: ['importTemplateWrong'],
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  /** The same for many, one after the other: what one is refused keeps no other waiting. */
  batch: write({
    path: '/api/vehicle/v1/batch',
    summary: '批量上架、下架、换门店',
    permission: ['inventory.edit'],
    input: z.object({
      /** Either these vehicles, or all that a filter of the list tells now. */
      vehicleIds: maybe(list(id('车辆'), 500, '车辆')),
      filter: maybe(nested(fleetFilter, '筛选')),
      /** Either a life, or a home. */
      lifecycle: maybe(code(lifecycles, '生命周期')),
      homeStoreId: maybe(id('所属门店')),
    }),
    output: Asked,
    refreshes: ['stock', 'overview', 'todo', 'arrange', 'order', 'model'],
  }),
  exportFleet: write({
    path: '/api/vehicle/v1/export',
    summary: '导出车辆',
    permission: ['inventory.export'],
    changes: false,
    /** With columns it is the table of the list; without, one that can be imported again. */
    input: z.object({ ...fleetFilter, ...fleetOrder, ...tableLooks(vehicleColumnKeys) }),
    output: Asked,
    refusals: ['tooFrequent'],
  }),
}
