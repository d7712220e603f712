import { adjustable } from '@cheyi/domain/pricing/price/adjust'
import { MAX_MONTHS } from '@cheyi/domain/pricing/price/rule'
import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { balance, code, Flag, id, int, list, maybe, orElse, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { amount, ChangedRow, key, layer, layers, PlanId, publishAt } from './price-parts.ts'

/** Batch changes of prices. */
export const batchCalls = {
  adjust: write({
    operators: true,
    path: '/api/price/v1/batch_adjust',
    summary: '批量调价',
    permission: ['price.edit'],
    refreshes: ['stock'],
    input: z
      .object({
        storeIds: maybe(list(id('门店'), 200, '门店')),
        modelIds: maybe(list(id('车型'), 500, '车型')),
        source: orElse(layer('渠道'), 0),
        /** Prices per day, or per month. */
        kind: orElse(word(['day', 'month'], '租赁方式'), 'day'),
        parts: maybe(list(word(adjustable, '价格项'), adjustable.length, '价格项', 1)),
        /** Missing: the months that have a price. */
        months: maybe(list(int(1, MAX_MONTHS, '月数'), MAX_MONTHS, '月数')),
        /** Either sign. */
        fen: maybe(balance('调整金额')),
        bp: maybe(int(-9000, 90_000, '调整比例', '下调不能超过90%，上调不能超过900%')),
        /** The price of each named month. */
        price: maybe(amount('月价')),
        /** The price of each named month as a share of thirty days at 平日价. */
        ofDaysBp: maybe(int(1000, 20_000, '月价比例', '月价比例须在10%至200%之间')),
        /** fen; prices are rounded to a multiple of it. */
        roundTo: orElse(code([1, 10, 100, 1000], '取整'), 1),
        preview: maybe(Flag),
        /** Version of the preview: other prices than the previewed ones are refused (-5). */
        version: maybe(int(1, 2_000_000_000, '版本')),
        publishAt,
      })
      .superRefine(({ kind, months, fen, bp, price, ofDaysBp }, ctx) => {
        const wrong = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
        const makes = price !== undefined || ofDaysBp !== undefined
        if ([fen, bp, price, ofDaysBp].filter((one) => one !== undefined).length !== 1)
          wrong('fen', '请填写调整金额或调整比例')
        else if (makes && kind === 'day') wrong('kind', '只有长租月价可以统一设置')
        else if (makes && (months ?? []).length === 0) wrong('months', '请选择月数')
      }),
    output: z.object({
      /** The first changed rows, each with its changed prices. */
      rows: z.array(
        z.object({
          storeId: out.id,
          storeName: z.string(),
          modelId: out.id,
          modelName: z.string(),
          source: out.count,
          /** `before` null: there was none. */
          prices: z.array(z.object({ label: z.string(), before: out.fen.nullable(), after: out.fen })),
        }),
      ),
      /** Number of all changes. */
      changes: out.count,
      version: out.count,
      planId: PlanId,
      /** Set when it is too much for one call: the job is read by `job.detail`. */
      jobId: out.id.nullable(),
    }),
    refusals: ['priceOutOfRange'],
  }),

  copy: write({
    operators: true,
    path: '/api/price/v1/copy',
    summary: '复制价格',
    permission: ['price.edit'],
    refreshes: ['stock'],
    input: z.object({
      ...key,
      /** Targets: every combination of the named ones; a missing list means that of the source. */
      storeIds: maybe(list(id('门店'), 200, '门店')),
      modelIds: maybe(list(id('车型'), 500, '车型')),
      sources: maybe(list(layer('渠道'), layers.length, '渠道')),
      parts: list(word(['rule', 'long', 'calendar'], '复制内容'), 3, '复制内容', 1),
      preview: maybe(Flag),
      publishAt,
    }),
    output: z.object({ rows: z.array(ChangedRow), planId: PlanId }),
    refusals: ['priceMissing'],
  }),
}
