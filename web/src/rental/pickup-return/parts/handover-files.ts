import type { MediaBiz } from '@cheyi/contract/platform/media'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { FilesOf } from '../../../kernel/media/files-of.ts'
import { isMarkSlot, photoSlotOf } from './entered.ts'

/* All files that belong to the record of a handover: the page adds them, and a confirmation made offline waits for them and sends
 * them. A file that is not declared here does not reach the record of such a handover. */

/** Files of one kind. */
export interface HandoverFiles {
  readonly biz: MediaBiz
  readonly files: FilesOf
  /** Whether a file in this slot belongs to the record. */
  readonly holds: (slot: string) => boolean
}

/** Slot of the customer's signature. */
export const signSlot = (type: HandoverType): string => `sign-${type}`

/** `pictures`: of the car and of its damage marks. */
export function handoverFiles(
  type: HandoverType,
  orderId: string,
): Readonly<Record<'pictures' | 'signature', HandoverFiles>> {
  const files = { record: orderId }
  return {
    pictures: {
      biz: type === handoverType.pickup ? 'pickup' : 'return',
      files,
      holds: (slot) => photoSlotOf(slot) !== null || isMarkSlot(slot),
    },
    signature: { biz: 'signature', files, holds: (slot) => slot === signSlot(type) },
  }
}
