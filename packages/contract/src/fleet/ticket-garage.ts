import { garageWorks } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, flag, id, list, maybe, orElse, text, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** 维修厂: garages and inspection stations, chosen by tickets; part of the feature `ticket`. */

const keys = [maintenance.key, yearly.key] as const

const fields = {
  name: text(1, 60, '名称', '请输入名称'),
  phone: orElse(text(0, 20, '电话'), ''),
  address: orElse(text(0, 120, '地址'), ''),
  /** Empty: any work. */
  works: orElse(list(code(garageWorks, '业务'), garageWorks.values.length, '业务'), []),
}

const Garage = z.object({
  garageId: out.id,
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  works: z.array(out.code(garageWorks)),
})

export const garageCalls = {
  garages: read({
    path: '/api/ticket/v1/garage/choices',
    summary: '可选维修厂',
    permission: keys,
    input: z.object({}),
    /** Enabled ones, the one of the newest ticket first; at most 200. */
    output: z.array(Garage),
  }),
  garagePage: read({
    path: '/api/ticket/v1/garage/page',
    summary: '维修厂列表',
    permission: keys,
    input: z.object({ ...cursorPaging(), keyword: maybe(text(0, 40, '关键字')) }),
    /** Enabled ones first, then the newest. */
    output: out.page(
      Garage.extend({
        enabled: z.boolean(),
        /** Its tickets that have not ended, of the stores of the caller. */
        openCount: out.count,
        /** What its tickets cost since the begin of the year, fen; null for callers who may not see costs. */
        cost: out.fen.nullable(),
        version: out.count,
      }),
    ),
  }),
  garageCreate: write({
    operators: false,
    path: '/api/ticket/v1/garage/create',
    summary: '新建维修厂',
    permission: keys,
    input: z.object(fields),
    output: z.object({ garageId: out.id }),
  }),
  garageEdit: write({
    operators: false,
    path: '/api/ticket/v1/garage/edit',
    summary: '修改维修厂',
    permission: ['inventory.edit'],
    reach: 'merchant',
    repeat: 'version',
    /** Tickets that have not ended take the new name, phone number and address. */
    input: z.object({ garageId: id('维修厂'), version: Version, ...fields, enabled: flag('请选择是否启用', '启用') }),
    output: z.object({ version: out.count }),
  }),
  garageMerge: write({
    operators: false,
    path: '/api/ticket/v1/garage/merge',
    summary: '合并维修厂',
    permission: ['inventory.edit'],
    reach: 'merchant',
    /** The tickets of `garageId` become those of `intoId`, and `garageId` is listed no more. */
    input: z.object({ garageId: id('维修厂'), intoId: id('并入的维修厂') }),
    output: z.object({ tickets: out.count }),
  }),
}
