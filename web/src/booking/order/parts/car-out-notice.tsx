import type { CarOut } from '@cheyi/domain/fleet/stock/car-out'
import { carOutWords } from '@cheyi/domain/fleet/stock/car-out'
import { Notice } from '../../../ui/modal/notice.tsx'
import { useContact } from './use-contact.ts'

/** Who still has the car, how late, and the way to call them. */
export function CarOutNotice({ carOut, now }: { readonly carOut: CarOut; readonly now: number }) {
  const { contact } = useContact(carOut.orderId)
  return (
    <Notice tone="danger" action={{ label: `联系${carOut.contactName}`, onClick: () => void contact() }}>
      {carOutWords(carOut, now)}
    </Notice>
  )
}
