import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { FlowPage } from '../parts/flow-page.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { Cards } from './cards.tsx'

export default function Return() {
  const { orderId } = useScreen(pickupReturnScreens.return)
  return <FlowPage key={orderId} type={handoverType.return} orderId={orderId} Cards={Cards} />
}
