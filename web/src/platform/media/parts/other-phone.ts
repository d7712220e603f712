import type { ScanPurpose } from '@cheyi/contract/platform/media'
import { type Slot, slotOf } from '../../../form/uploads-field.tsx'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'

/** Shows a QR code by which another phone adds files to this slot of an order; undefined without the permission. */
export function useOtherPhone(purpose: ScanPurpose, orderId: string, slot: string): (() => void) | undefined {
  const may = useMay('order.voucher')
  const create = useWrite(calls.media.scanCreate)
  async function show() {
    const made = await create.run({ orderId, purpose })
    if (made) await open(() => import('./scan-sheet.tsx'), { orderId, purpose, slot, made })
  }
  return may ? () => void show() : undefined
}

/** Files of one slot of an order, taken on this phone or on another; `noun`: what the user calls them. */
export function useOrderSlot(purpose: ScanPurpose, orderId: string, slot: string, noun?: string): Slot {
  const uploads = useUploads(purpose, { record: orderId })
  return { ...slotOf(uploads, slot, noun), fromElsewhere: useOtherPhone(purpose, orderId, slot) }
}
