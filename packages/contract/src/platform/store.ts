import { pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { MAX_CORNERS } from '@cheyi/domain/platform/geo/ring'
import { storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import { settingCatalogue } from '@cheyi/domain/platform/merchant/setting'
import { MAX_AREAS, MAX_RADIUS_KM, MIN_RADIUS_KM } from '@cheyi/domain/platform/store/area-shape'
import { MAX_EXCEPTIONS, MAX_WINDOWS } from '@cheyi/domain/platform/store/hours'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  date,
  decimal,
  Flag,
  flag,
  id,
  idOrNone,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  orNone,
  paging,
  phone,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from './media.ts'

/** Opening window: weekdays 1 Monday … 7 Sunday, `HH:mm`; an out-of-hours window has the night surcharge. */
export const OpeningHours = z.object({
  weekdays: z.array(out.count),
  open: z.string(),
  close: z.string(),
  outOfHours: z.boolean(),
  crossMidnight: z.boolean(),
})

/** Input of a window; domain validates its meaning. */
const windows = (label: string) =>
  list(
    nestedRecord(
      {
        weekdays: list(int(1, 7, '营业日'), 7, '营业日'),
        open: text(1, 5, '开门时间'),
        close: text(1, 5, '打烊时间'),
        outOfHours: orElse(Flag, false),
        crossMidnight: orElse(Flag, false),
      },
      label,
    ),
    MAX_WINDOWS,
    label,
  )

/**
 * Head of every customer's page, so that nobody types a code for a company that the page does not name. `storePhone` '' without
 * one; `logoUrl` null without a logo.
 */
export const shopFields = {
  merchantName: z.string(),
  logoUrl: z.string().nullable(),
  storeName: z.string(),
  storePhone: z.string(),
}

/** Which handovers a service area is for. */
export const areaKinds = ['delivery', 'collect', 'both'] as const

/** Positions are WGS-84 degrees everywhere except on the map itself. */
const placeMissing = '请在地图上选择位置'
const lat = decimal(-90, 90, '纬度', placeMissing)
const lng = decimal(-180, 180, '经度', placeMissing)
const PointOut = z.object({ lng: z.number(), lat: z.number() })

/** A store's own value within the range of the merchant's setting; null: the merchant's value. */
const ownMinutes = (name: 'turnaroundMinutes' | 'prepMinutes' | 'graceMinutes' | 'dayAfterMinutes', label: string) =>
  orNone(int(settingCatalogue[name].min ?? 0, settingCatalogue[name].max ?? 1440, label))

/** Settings that a store may override; null is the merchant's value. */
const ownSettings = {
  turnaroundMinutes: out.count.nullable(),
  prepMinutes: out.count.nullable(),
  graceMinutes: out.count.nullable(),
  dayAfterMinutes: out.count.nullable(),
}

const merchantValues = {
  turnaroundMinutes: out.count,
  prepMinutes: out.count,
  graceMinutes: out.count,
  dayAfterMinutes: out.count,
}

export const store = {
  list: read({
    path: '/api/store/v1/storeListByMerchant',
    summary: '可见门店',
    permission: 'signedIn',
    input: z.object({
      keyword: maybe(text(0, 40, '关键字')),
      status: maybe(code(storeStatuses, '门店状态')),
      /** Includes paused and closed stores; the default lists open ones. */
      all: maybe(Flag),
    }),
    output: z.array(
      z.object({
        id: out.id,
        name: z.string(),
        cityCode: z.string(),
        cityName: z.string(),
        address: z.string(),
        lat: z.number().nullable(),
        lng: z.number().nullable(),
        phones: z.array(z.string()),
        status: out.code(storeStatuses),
        hours: z.array(OpeningHours),
        pickupModes: z.array(out.code(pickupTypes)),
        returnModes: z.array(out.code(returnTypes)),
        allowOneWay: z.boolean(),
        /** Stores a car may be returned to; empty: any store of the merchant. */
        oneWayStoreIds: z.array(out.id),
        minRentHours: out.count,
        maxRentDays: out.count,
        maxAdvanceDays: out.count,
      }),
    ),
  }),
  page: read({
    path: '/api/store/v1/page',
    summary: '门店管理列表',
    permission: ['store'],
    input: z.object({
      ...paging(),
      keyword: maybe(text(0, 40, '关键字')),
      status: maybe(code(storeStatuses, '门店状态')),
    }),
    output: out.page(
      z.object({
        storeId: out.id,
        name: z.string(),
        code: z.string(),
        status: out.code(storeStatuses),
        cityName: z.string(),
        address: z.string(),
        phones: z.array(z.string()),
        hours: z.array(OpeningHours),
        pickupModes: z.array(out.code(pickupTypes)),
        /** Whether it has a position, which deliveries require. */
        located: z.boolean(),
        /** Cars that belong to it and are not disposed of. */
        vehicleCount: out.count,
        areaCount: out.count,
        version: out.count,
      }),
    ),
  }),
  detail: read({
    path: '/api/store/v1/detail',
    summary: '门店资料',
    permission: ['store'],
    input: z.object({ storeId: id('门店') }),
    output: z.object({
      storeId: out.id,
      name: z.string(),
      code: z.string(),
      status: out.code(storeStatuses),
      cityCode: z.string(),
      cityName: z.string(),
      address: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      phones: z.array(z.string()),
      manager: z.object({ accountId: out.id, name: z.string() }).nullable(),
      hours: z.array(OpeningHours),
      /** Exceptional dates, nearest first. */
      holidays: z.array(z.object({ date: out.date, closed: z.boolean(), hours: z.array(OpeningHours) })),
      pickupModes: z.array(out.code(pickupTypes)),
      returnModes: z.array(out.code(returnTypes)),
      serviceAreas: z.array(
        z.object({
          name: z.string(),
          kind: out.word(areaKinds),
          /** Radius around the store, km; null: the polygon. */
          radiusKm: z.number().nullable(),
          polygon: z.array(PointOut),
          /** null: the store's own fee of that kind. */
          feeConfigId: out.id.nullable(),
          hours: z.array(OpeningHours),
        }),
      ),
      minLeadMinutes: out.count,
      maxAdvanceDays: out.count,
      minRentHours: out.count,
      maxRentDays: out.count,
      settings: z.object(ownSettings),
      /** The merchant's values. */
      merchantSettings: z.object(merchantValues),
      allowOneWay: z.boolean(),
      /** Empty: any store of the merchant. */
      oneWayStoreIds: z.array(out.id),
      photos: z.array(MediaView),
      version: out.count,
      /** Fees of delivery and collection that an area can use. */
      fees: z.array(z.object({ feeConfigId: out.id, kind: z.string(), name: z.string() })),
      /** What blocks closing the store: cars that belong to it or are at it, and open orders. */
      vehicleCount: out.count,
      openOrderCount: out.count,
    }),
  }),
  save: write({
    operators: true,
    path: '/api/store/v1/save',
    summary: '新建或修改门店',
    permission: ['store.edit'],
    repeat: 'version',
    /** Enough for twenty areas of two hundred corners. */
    maxBody: 512 * 1024,
    input: z.object({
      /** Missing: a new store. */
      storeId: maybe(id('门店')),
      version: maybe(Version),
      name: text(2, 30, '门店名称', '请输入门店名称'),
      code: orElse(text(0, 20, '门店编码'), ''),
      cityCode: text(6, 6, '城市', '请选择城市'),
      address: text(1, 100, '门店地址', '请输入门店地址'),
      lat,
      lng,
      phones: list(phone('门店电话'), 3, '门店电话', 1, '请输入门店电话'),
      managerAccountId: idOrNone('店长'),
      hours: windows('营业时间'),
      holidays: list(
        nestedRecord({ date: date('日期'), closed: orElse(Flag, false), hours: windows('当天营业时间') }, '特殊日期'),
        MAX_EXCEPTIONS,
        '特殊日期',
      ),
      pickupModes: list(code(pickupTypes, '取车方式'), 3, '取车方式', 1, '请至少选择一种取车方式'),
      returnModes: list(code(returnTypes, '还车方式'), 3, '还车方式', 1, '请至少选择一种还车方式'),
      serviceAreas: list(
        nestedRecord(
          {
            name: text(1, 20, '范围名称', '请输入范围名称'),
            kind: word(areaKinds, '服务方式'),
            radiusKm: orElse(orNone(decimal(MIN_RADIUS_KM, MAX_RADIUS_KM, '半径')), null),
            polygon: list(nestedRecord({ lng, lat }, '坐标'), MAX_CORNERS, '送取范围'),
            feeConfigId: idOrNone('费用'),
            hours: windows('服务时间'),
          },
          '送取范围',
        ),
        MAX_AREAS,
        '送取范围',
      ),
      minLeadMinutes: int(0, 10_080, '最短提前'),
      maxAdvanceDays: int(1, 365, '最长提前'),
      minRentHours: int(1, 720, '最短租期'),
      maxRentDays: int(1, 60, '最长租期'),
      settings: nestedRecord(
        {
          turnaroundMinutes: ownMinutes('turnaroundMinutes', '整备时间'),
          prepMinutes: ownMinutes('prepMinutes', '送车准备'),
          graceMinutes: ownMinutes('graceMinutes', '宽限时间'),
          dayAfterMinutes: ownMinutes('dayAfterMinutes', '超时按天计'),
        },
        '本店规则',
      ),
      allowOneWay: flag('请选择是否允许异店还车', '允许还到其他门店'),
      oneWayStoreIds: list(id('可还门店'), 500, '可还门店'),
      photoIds: mediaIds('门店照片', 9),
    }),
    output: z.object({ storeId: out.id, version: out.count }),
    refusals: ['hoursOverlap'],
    refreshes: ['stock', 'quote', 'overview', 'todo', 'merchant'],
  }),
  setStatus: write({
    operators: true,
    path: '/api/store/v1/set/status',
    summary: '暂停、恢复或关闭门店',
    permission: ['store.edit'],
    repeat: 'version',
    input: z.object({ storeId: id('门店'), status: code(storeStatuses, '门店状态'), version: maybe(Version) }),
    output: z.object({ status: out.code(storeStatuses), version: out.count }),
    refusals: ['storeNotEmpty'],
    refreshes: ['stock', 'quote', 'overview', 'todo', 'merchant'],
  }),
}
