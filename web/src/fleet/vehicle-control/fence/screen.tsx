import { ask, calls } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { page } from '../../../page/page.tsx'
import { RecordScreen } from '../../../platform/merchant/parts/record-screen.tsx'
import { vehicleControlScreens } from '../screens.ts'
import { FenceForm } from './fence-form.tsx'

const back = () => goBack(vehicleControlScreens.fences.path)

export default page(
  vehicleControlScreens.fence,
  ({ id }) => (
    <RecordScreen
      id={id}
      of={ask(calls.vehicleControl.fenceDetail, { fenceId: id })}
      noun="围栏"
      onBack={back}
      form={(fence, refetch) => <FenceForm stored={fence} refetch={refetch} />}
    />
  ),
  { cards: 3, shape: 'detail' },
)
