import { type CarOut, carOutWords } from '@cheyi/domain/fleet/stock/car-out'
import { Notice } from '../../../ui/layout.tsx'
import { useContact } from './use-contact.ts'

/** The customer who still has the car, the delay, and a call button. */
export function CarOutNotice({ carOut, now }: { readonly carOut: CarOut; readonly now: number }) {
  const { contact } = useContact(carOut.orderId)
  return (
    <Notice tone="danger" action={{ label: `联系${carOut.contactName}`, onClick: () => void contact() }}>
      {carOutWords(carOut, now)}
    </Notice>
  )
}
