import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { NewTicket, NewTicketForm } from '../../parts/ticket-form.tsx'
import { ticketScreens } from '../../screens.ts'
import { maintenanceForm } from '../form.tsx'

export default page(ticketScreens.maintenanceCreate, ({ damageId, type: asked, ...link }) => {
  if (damageId && !link.referralId) return <OfDamage damageId={damageId} />
  const type = maintenanceTypes.values.find((one) => String(one) === asked) ?? null
  const items = type === null ? '' : maintenanceTypes.text(type)
  return <NewTicket form={maintenanceForm} link={link} given={{ type, items }} />
})

/** A ticket that repairs a damage case: it takes the car and the damaged parts from the case. */
function OfDamage({ damageId }: { readonly damageId: string }) {
  const [{ vehicleId, items, orderNo }] = useAnswers(ask(calls.ticket.ofDamage, { damageId }))
  return (
    <NewTicketForm
      form={maintenanceForm}
      given={{ damageId, vehicleId, items, type: maintenanceTypes.code.accident }}
      about={<Notice>维修订单 {orderNo} 的车损</Notice>}
    />
  )
}
