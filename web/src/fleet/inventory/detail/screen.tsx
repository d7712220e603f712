import '../inventory.css'
import './detail.css'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useDesktop, useWide } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { view } from '../../../page/view.ts'
import { Grid, Stack } from '../../../ui/layout.tsx'
import { Pull, RefreshButton } from '../../../ui/list/pull.tsx'
import { Card } from '../../../ui/show/card.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { Actions } from './actions.tsx'
import { CostsPanel } from './costs-panel.tsx'
import { DamagePanel } from './damage-panel.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { VehicleHead } from './head.tsx'
import { InsurancePanel } from './insurance-panel.tsx'
import { OwnerPanel } from './owner-panel.tsx'
import { TicketsPanel } from './tickets-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { ViolationsPanel } from './violations-panel.tsx'
import { WeeksPanel } from './weeks-panel.tsx'

/** One vehicle: its state, documents, history and actions. */
export default page(
  inventoryScreens.detail,
  ({ id }) => {
    const asked = ask(calls.inventory.detail, { vehicleId: id })
    const [vehicle] = useAnswers(asked)
    return <VehiclePage vehicle={vehicle} onRefresh={() => refresh(asked)} />
  },
  { cards: 4, shape: 'detail' },
)

function VehiclePage({ vehicle, onRefresh }: { vehicle: VehicleDetail; onRefresh: () => Promise<void> }) {
  const wide = useWide()
  const desktop = useDesktop()
  const now = useNow()
  const images = vehicle.photos.map(({ url }, i) => ({ url, alt: `照片 ${i + 1}` }))
  const photos = vehicle.photos.length > 0 && (
    <Card pad title="照片">
      <Grid fit={84} gap={8} className="vehicle-photos">
        {vehicle.photos.map(({ mediaId, thumbUrl, url }, i) => (
          <button key={mediaId} type="button" onClick={() => view(images, i)} aria-label={`查看照片 ${i + 1}`}>
            <img src={thumbUrl ?? url} alt="" loading="lazy" />
          </button>
        ))}
      </Grid>
    </Card>
  )
  const papers = <DocumentsPanel vehicle={vehicle} now={now} />
  const facts = <FactsPanel vehicle={vehicle} />
  const line = <TimelinePanel vehicleId={vehicle.vehicleId} now={now} />
  return (
    <Page
      fill
      title={wide ? displayPlate(vehicle.plate) : undefined}
      onBack={wide ? null : undefined}
      right={<RefreshButton onRefresh={() => void onRefresh()} />}
      footer={<Actions vehicle={vehicle} />}
    >
      <Pull onRefresh={onRefresh}>
        <div className={desktop ? 'vehicle-main vehicle-wide' : 'vehicle-main'}>
          <VehicleHead vehicle={vehicle} now={now} />
          <Stack gap={12} shrink>
            <WeeksPanel vehicleId={vehicle.vehicleId} now={now} />
            <DamagePanel vehicle={vehicle} now={now} />
            <TicketsPanel vehicle={vehicle} now={now} />
            <InsurancePanel vehicle={vehicle} now={now} />
            <ViolationsPanel vehicle={vehicle} now={now} />
            <CostsPanel vehicleId={vehicle.vehicleId} now={now} />
            <OwnerPanel vehicle={vehicle} />
            <DevicePanel vehicle={vehicle} now={now} />
            {papers}
            {facts}
          </Stack>
          <Stack gap={12} shrink>
            {photos}
            {line}
          </Stack>
        </div>
      </Pull>
    </Page>
  )
}
