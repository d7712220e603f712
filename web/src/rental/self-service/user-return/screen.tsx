import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { CustomerPage } from '../parts/customer-page.tsx'
import { selfServiceScreens } from '../screens.ts'

const load = () => import('./return.tsx')

/** The page of a self-service return link. */
export default function UserReturn() {
  const { t } = useScreen(selfServiceScreens.userReturn)
  return <CustomerPage t={t} type={handoverType.return} load={load} />
}
