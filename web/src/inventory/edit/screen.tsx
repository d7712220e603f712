import { lifecycle } from '@cheyi/domain/inventory/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { goBack } from '../../kernel/router.ts'
import { NEW, RecordScreen } from '../../merchant/parts/record-screen.tsx'
import { inventoryScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

/** A new vehicle, or a change to one. */
export default function EditVehicle() {
  const { id } = useScreen(inventoryScreens.edit)
  const stored = useRead(calls.inventory.detail, { vehicleId: id }, { enabled: id !== NEW, quiet: true })
  const back = () => goBack(inventoryScreens.list.path)
  return (
    <RecordScreen
      id={id}
      stored={stored}
      noun="车辆"
      onBack={back}
      ended={(vehicle) => (vehicle.lifecycle === lifecycle.disposed ? '已处置' : undefined)}
      form={(vehicle, refetch) => <EditForm key={id} stored={vehicle} refetch={refetch} onBack={back} />}
    />
  )
}
