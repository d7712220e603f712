import { page } from '../../../../page/page.tsx'
import { NewTicket } from '../../parts/ticket-form.tsx'
import { ticketScreens } from '../../screens.ts'
import { yearlyForm } from '../form.tsx'

export default page(ticketScreens.yearlyCreate, (link) => <NewTicket form={yearlyForm} link={link} />)
