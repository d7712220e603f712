import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { CustomerPage } from '../parts/customer-page.tsx'
import { selfServiceScreens } from '../screens.ts'

const load = () => import('./pickup.tsx')

/** The page of a self-service pickup link. */
export default function UserPickup() {
  const { t } = useScreen(selfServiceScreens.userPickup)
  return <CustomerPage t={t} type={handoverType.pickup} load={load} />
}
