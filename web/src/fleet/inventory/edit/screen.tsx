import { isDisposed } from '@cheyi/domain/fleet/inventory/codes'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { page } from '../../../page/page.tsx'
import { RecordScreen } from '../../../platform/merchant/parts/record-screen.tsx'
import { inventoryScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

const back = () => goBack(inventoryScreens.list.path)

export default page(
  inventoryScreens.edit,
  ({ id }) => (
    <RecordScreen
      id={id}
      of={ask(calls.inventory.detail, { vehicleId: id })}
      noun="车辆"
      onBack={back}
      ended={(vehicle) => (isDisposed(vehicle.lifecycle) ? '已处置' : undefined)}
      form={(vehicle, refetch) => <EditForm stored={vehicle} refetch={refetch} onBack={back} />}
    />
  ),
  { cards: 4, shape: 'detail' },
)
