import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { REPORT_WITHIN } from '@cheyi/domain/rental/insurance/insurance-case'
import { formatDateTime, HOUR } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import * as store from './store.ts'

export const insuranceJobs: Jobs = {
  merchants: [{ name: 'insuranceReport', schedule: { every: HOUR }, work: remind }],
}

const BEFORE = 24 * HOUR

/** Reminds once of each accident that must be reported within a day. */
export async function remind(ctx: Context): Promise<void> {
  for (const { id, plate, storeId, occurAt } of await store.unreportedCases(ctx, BEFORE, REPORT_WITHIN))
    notify(ctx, {
      type: notifyType.carePending,
      level: notifyLevel.important,
      ref: `insurance/${id}`,
      once: true,
      title: `${displayPlate(plate)}的事故还未报案`,
      body: `请在 ${formatDateTime(occurAt + REPORT_WITHIN)} 前向保险公司报案并填写报案号，晚报可能拒赔`,
      link: screen('insurance.detail', { caseId: id }),
      to: { key: 'damage.create', storeIds: [storeId] },
    })
}
