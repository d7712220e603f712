import '../inventory.css'
import './detail.css'
import { displayPlate } from '@cheyi/domain/check/plate'
import { lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useDesktop, useWide } from '../../kernel/media-query.ts'
import { useNow } from '../../kernel/now.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { go, goBack } from '../../kernel/router.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Pull, RefreshButton } from '../../ui/pull.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { Actions } from './actions.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { VehicleHead } from './head.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

const ImageViewer = lazy(() => import('../../ui/image-viewer.tsx'))
const gone = refusedAs('notFound')

/** One vehicle: what it does, its papers, what happened to it, and what may be done. */
export default function Vehicle() {
  const { id } = useScreen(inventoryScreens.detail)
  const detail = useRead(calls.inventory.detail, { vehicleId: id }, { quiet: true })
  const wide = useWide()
  const back = () => goBack(inventoryScreens.list.path)
  if (detail.data)
    return (
      <Loaded
        key={id}
        vehicle={detail.data}
        onBack={back}
        busy={detail.isRefetching}
        refresh={() => detail.refetch()}
      />
    )
  const { error } = detail
  return (
    <PageFrame header={!wide && <NavBar title="车辆详情" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : gone(error) ? (
        <Empty
          art="search"
          title="车辆不存在或无权查看"
          action={{ label: '回车辆列表', onClick: () => go(inventoryScreens.list, {}, { replace: true }) }}
        />
      ) : (
        <LoadError
          title={error.kind === 'lost' ? '网络不稳定' : '加载失败'}
          note={error.kind === 'lost' ? '车辆没有加载出来' : error.message}
          onRetry={() => void detail.refetch()}
        />
      )}
    </PageFrame>
  )
}

interface LoadedProps {
  readonly vehicle: VehicleDetail
  readonly onBack: () => void
  readonly busy: boolean
  readonly refresh: () => Promise<unknown>
}

function Loaded({ vehicle, onBack, busy, refresh }: LoadedProps) {
  const wide = useWide()
  const desktop = useDesktop()
  const now = useNow()
  const [photo, setPhoto] = useState<number>()
  const photos = vehicle.photos.length > 0 && (
    <Card pad title="照片">
      <div className="vehicle-photos">
        {vehicle.photos.map(({ mediaId, thumbUrl, url }, i) => (
          <button key={mediaId} type="button" onClick={() => setPhoto(i)} aria-label={`查看照片 ${i + 1}`}>
            <img src={thumbUrl ?? url} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </Card>
  )
  const bar = (
    <NavBar
      title={wide ? displayPlate(vehicle.plate) : '车辆详情'}
      onBack={wide ? undefined : onBack}
      right={<RefreshButton busy={busy} onRefresh={() => void refresh()} />}
    />
  )
  const papers = <DocumentsPanel vehicle={vehicle} now={now} />
  const facts = <FactsPanel vehicle={vehicle} />
  const line = <TimelinePanel vehicleId={vehicle.vehicleId} now={now} />
  return (
    <PageFrame fill header={bar} footer={<Actions vehicle={vehicle} />}>
      <Pull onRefresh={refresh}>
        <div className={desktop ? 'vehicle-main vehicle-wide' : 'vehicle-main'}>
          <VehicleHead vehicle={vehicle} now={now} />
          <div className="vehicle-column">
            {papers}
            {facts}
          </div>
          <div className="vehicle-column">
            {photos}
            {line}
          </div>
        </div>
      </Pull>
      {photo !== undefined && (
        <Suspense>
          <ImageViewer
            open
            onClose={() => setPhoto(undefined)}
            index={photo}
            images={vehicle.photos.map(({ url }, i) => ({ url, alt: `照片 ${i + 1}` }))}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
