import { MAX_RECORD_MEDIA, missingSlots, requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { useLayoutEffect, useRef, useState } from 'react'
import { hasCamera } from '../../../../kernel/media/camera.ts'
import { view, viewOf } from '../../../../page/view.ts'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Box, Card, Note, Notice, Stack, Text } from '../../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../../ui/media/upload-grid.tsx'
import { photoSlotOf } from '../entered.ts'
import type { CarEntry } from '../flow.ts'
import type { HandoverRecord } from '../types.ts'
import { PairPhoto } from './pair-photo.tsx'
import { type PhotoActions, photoActions, photoTiles } from './photo-tiles.ts'
import { guidedSlots, parkingPlace } from './places.ts'

/** Photos of the car from all sides; at a return each beside that of the pickup. */
export function PhotosCard({ of }: { of: CarEntry }) {
  const { task, errors, uploads } = of
  const [look, setLook] = useState<'grid' | 'pairs'>(task.pickupRecord ? 'pairs' : 'grid')
  const tiles = photoTiles(of).filter(({ slot }) => slot !== parkingPlace.key)
  const missing = missingSlots(tiles.flatMap(({ slot }) => photoSlotOf(slot ?? '') ?? []))
  const waiting = uploads.tiles.filter(
    ({ slot, message, status }) => status === 'uploading' && message && photoSlotOf(slot),
  )
  const latest = useRef<PhotoActions>(null)
  const actions = photoActions(of, tiles, (id) => latest.current?.onRemove(id))
  useLayoutEffect(() => {
    latest.current = actions
  })
  return (
    <Card
      pad
      title="车辆照片"
      extra={
        <Text note num>
          <Text as="b" ink="link">
            {requiredSlots.length - missing.length}
          </Text>{' '}
          / {requiredSlots.length} 必拍
        </Text>
      }
      data-field-error={errors.photos && true}
    >
      <Stack gap={12}>
        {task.pickupRecord && (
          <Segmented
            label="照片排列"
            options={[
              { value: 'pairs', label: '取还对照' },
              { value: 'grid', label: '全部照片' },
            ]}
            value={look}
            onChange={setLook}
          />
        )}
        {look === 'pairs' && task.pickupRecord ? (
          <PhotoPairs pickup={task.pickupRecord} tiles={tiles} actions={actions} />
        ) : (
          <UploadGrid items={tiles} slots={guidedSlots} max={MAX_RECORD_MEDIA} {...actions} />
        )}
        {errors.photos && (
          <Note top={4} ink="danger" role="alert">
            {errors.photos}
          </Note>
        )}
        {waiting.length > 0 ? (
          <Notice>{waiting.length} 张等待网络，将自动上传</Notice>
        ) : (
          <Notice
            tone="primary"
            action={hasCamera() ? { label: '连续拍摄', onClick: () => actions.onCamera() } : undefined}
          >
            最多 {MAX_RECORD_MEDIA} 张，弱网自动续传
          </Notice>
        )}
      </Stack>
    </Card>
  )
}

interface PhotoPairsProps {
  readonly pickup: HandoverRecord
  readonly tiles: readonly UploadItem[]
  readonly actions: PhotoActions
}

/** Each place of the car as photographed at the pickup, beside the tile for the new picture of the same side. */
function PhotoPairs({ pickup, tiles, actions }: PhotoPairsProps) {
  const images = pickup.photos.map(({ media }) => viewOf('取车照片')(media))
  const free = tiles.filter(({ slot }) => !guidedSlots.some(({ key }) => key === slot))
  return (
    <Stack gap={10}>
      <Box note className="handover-pair">
        <span>取车 {pickup.photos.length} 张</span>
        <span>还车 {tiles.length} 张</span>
      </Box>
      {guidedSlots.map((slot) => {
        const before = pickup.photos.findIndex((photo) => photo.slot === slot.key)
        return (
          <div key={slot.key} className="handover-pair">
            <PairPhoto
              media={pickup.photos[before]?.media}
              alt={`取车${slot.label}`}
              onOpen={() => view(images, before)}
              none="取车未拍"
            />
            <UploadGrid items={tiles.filter((tile) => tile.slot === slot.key)} slots={[slot]} closed {...actions} />
          </div>
        )
      })}
      <UploadGrid items={free} addLabel="其他照片" {...actions} />
    </Stack>
  )
}
