import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { CustomerPage } from '../parts/customer-page.tsx'
import { selfServiceScreens } from '../screens.ts'

const load = () => import('./return.tsx')

/** What a customer's link opens to bring the car back without staff. */
export default function UserReturn() {
  const { t } = useScreen(selfServiceScreens.userReturn)
  return <CustomerPage t={t} type={handoverType.return} load={load} />
}
