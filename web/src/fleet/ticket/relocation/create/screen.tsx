import { page } from '../../../../page/page.tsx'
import { NewTicket } from '../../parts/ticket-form.tsx'
import { ticketScreens } from '../../screens.ts'
import { relocationForm } from '../form.tsx'

export default page(ticketScreens.relocationCreate, (link) => <NewTicket form={relocationForm} link={link} />)
