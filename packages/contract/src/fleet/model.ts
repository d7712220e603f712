import { carTypes, energies, gearboxes, neededLicences } from '@cheyi/domain/fleet/inventory/codes'
import { overMileageProblem } from '@cheyi/domain/fleet/inventory/mileage'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  decimal,
  fen,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  paging,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

/** A model in cards and rows. `image` null: the silhouette of its car type is drawn. */
export const ModelBrief = z.object({
  modelId: out.id,
  name: z.string(),
  carType: out.code(carTypes),
  energy: out.code(energies),
  gearbox: out.code(gearboxes),
  seats: out.count,
  displacement: z.string(),
  image: z.string().nullable(),
})

/** Facts of a model, the same in the shared library and in a merchant's own models. */
const facts = {
  brand: z.string(),
  series: z.string(),
  name: z.string(),
  /** Trim level; with name and year it identifies a model. */
  config: z.string(),
  modelYear: out.count.nullable(),
  carType: out.code(carTypes),
  seats: out.count,
  doors: out.count,
  gearbox: out.code(gearboxes),
  energy: out.code(energies),
  displacement: z.string(),
  tankL: z.number(),
  batteryKwh: z.number(),
  rangeKm: out.count,
  licenceClass: z.string(),
}

export const model = {
  list: read({
    path: '/api/model/v1/page',
    summary: '车型列表',
    permission: ['model'],
    input: z.object({
      ...paging(),
      keyword: maybe(text(0, 40, '关键字')),
      carType: maybe(code(carTypes, '车型类别')),
      status: maybe(int(0, 1, '状态')),
    }),
    output: out.page(
      ModelBrief.extend({
        ...facts,
        depositRent: out.fen.nullable(),
        depositViolation: out.fen.nullable(),
        /** 0 = no limit. */
        mileageLimitKmPerDay: out.count,
        overMileageFenPerKm: out.fen,
        vehicleCount: out.count,
        status: out.count,
        sort: out.count,
        version: out.count,
      }),
    ),
  }),
  detail: read({
    path: '/api/model/v1/detail',
    summary: '车型资料',
    permission: ['model'],
    input: z.object({ modelId: id('车型') }),
    output: z.object({
      modelId: out.id,
      ...facts,
      depositRent: out.fen.nullable(),
      depositViolation: out.fen.nullable(),
      mileageLimitKmPerDay: out.count,
      overMileageFenPerKm: out.fen,
      /** null: the merchant's default. */
      careEveryKm: out.count.nullable(),
      careEveryDays: out.count.nullable(),
      /** Cases of about 28 inches that fit, and of about 20 inches beside them; null: not said. */
      largeCases: out.count.nullable(),
      smallCases: out.count.nullable(),
      images: z.array(MediaView),
      sort: out.count,
      status: out.count,
      version: out.count,
      /** Cars of this model that are not disposed of, and those in service. */
      vehicleCount: out.count,
      inServiceCount: out.count,
    }),
  }),
  save: write({
    operators: true,
    path: '/api/model/v1/save',
    summary: '新建或修改车型',
    permission: ['model.edit'],
    reach: 'merchant',
    repeat: 'version',
    input: z
      .object({
        /** Missing: a new model. */
        modelId: maybe(id('车型')),
        version: maybe(Version),
        brand: text(1, 20, '品牌', '请输入品牌'),
        series: text(1, 30, '车系', '请输入车系'),
        name: text(1, 40, '车型名称', '请输入车型名称'),
        config: orElse(text(0, 40, '配置'), ''),
        modelYear: maybe(int(1990, 2100, '年款')),
        carType: code(carTypes, '车型类别'),
        seats: int(2, 55, '座位数'),
        doors: int(1, 9, '车门数'),
        gearbox: code(gearboxes, '变速箱'),
        energy: code(energies, '能源类型'),
        displacement: orElse(text(0, 20, '排量'), ''),
        tankL: orElse(decimal(0, 2000, '油箱容积'), 0),
        batteryKwh: orElse(decimal(0, 2000, '电池容量'), 0),
        rangeKm: orElse(int(0, 9999, '续航里程'), 0),
        licenceClass: word(neededLicences, '准驾车型'),
        /** Missing: deposits are set by a rule, or not at all (4007 at collection). */
        depositRent: maybe(fen('租车押金')),
        depositViolation: maybe(fen('违章押金')),
        mileageLimitKmPerDay: int(0, 9999, '每日限里程'),
        overMileageFenPerKm: fen('超里程费'),
        /** Missing: the merchant's default. */
        careEveryKm: maybe(int(1000, 50_000, '保养里程')),
        careEveryDays: maybe(int(30, 730, '保养间隔')),
        /** Missing: customers are told nothing about luggage. */
        largeCases: maybe(int(0, 20, '大行李箱')),
        smallCases: maybe(int(0, 20, '小行李箱')),
        imageIds: mediaIds('车型图片', 9),
        sort: orElse(int(0, 9999, '排序'), 0),
      })
      .superRefine(({ mileageLimitKmPerDay, overMileageFenPerKm }, ctx) => {
        const message = overMileageProblem(mileageLimitKmPerDay, overMileageFenPerKm)
        if (message !== null) ctx.addIssue({ code: 'custom', path: ['overMileageFenPerKm'], message })
      }),
    output: z.object({ modelId: out.id, version: out.count }),
    refusals: ['modelExists'],
    refreshes: ['stock', 'quote', 'arrange', 'overview', 'todo', 'merchant'],
  }),
  setStatus: write({
    operators: true,
    path: '/api/model/v1/set/status',
    summary: '启用或停用车型',
    permission: ['model.edit'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({ modelId: id('车型'), status: int(0, 1, '状态'), version: maybe(Version) }),
    output: z.object({ status: out.count, version: out.count }),
    refusals: ['modelInService'],
    refreshes: ['stock', 'quote', 'arrange', 'merchant'],
  }),
  depositGaps: read({
    path: '/api/model/v1/deposit_gaps',
    summary: '未设押金的车型',
    permission: ['model'],
    input: z.object({}),
    /**
     * Active models whose orders would have no deposits in some store, neither by a rule nor by the model: such an
     * order needs an agreed deposit before the pickup. With the usual amounts of their class.
     */
    output: z.array(
      z.object({
        modelId: out.id,
        name: z.string(),
        carType: out.code(carTypes),
        depositRent: out.fen,
        depositViolation: out.fen,
      }),
    ),
  }),
  setDeposits: write({
    operators: false,
    path: '/api/model/v1/set/deposits',
    summary: '设置车型押金',
    permission: ['model.edit'],
    reach: 'merchant',
    input: z.object({
      models: list(
        nestedRecord(
          { modelId: id('车型'), depositRent: fen('租车押金'), depositViolation: fen('违章押金') },
          '车型押金',
        ),
        500,
        '车型押金',
        1,
      ),
    }),
    output: z.object({ count: out.count }),
    refusals: ['notFound'],
    refreshes: ['quote', 'deposit', 'merchant', 'terms'],
  }),
  library: read({
    path: '/api/model/v1/library',
    summary: '平台车型库',
    permission: ['model.edit'],
    input: z.object({ keyword: maybe(text(0, 40, '关键字')), carType: maybe(code(carTypes, '车型类别')) }),
    /** All matches, by brand; few enough for one answer. `modelId`: the merchant's own model of it; null: it has none. */
    output: z.array(z.object({ libraryId: out.id, ...facts, modelId: out.id.nullable() })),
  }),
}
