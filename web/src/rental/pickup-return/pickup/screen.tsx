import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { FlowPage } from '../parts/flow-page.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { Cards } from './cards.tsx'

export default function Pickup() {
  const { orderId } = useScreen(pickupReturnScreens.pickup)
  return <FlowPage key={orderId} type={handoverType.pickup} orderId={orderId} Cards={Cards} />
}
