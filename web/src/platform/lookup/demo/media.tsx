import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { useState } from 'react'
import { view } from '../../../page/view.ts'
import { Card, Grid, Stack } from '../../../ui/layout.tsx'
import type { OutlineMark } from '../../../ui/media/car-outline.tsx'
import { CarSilhouette } from '../../../ui/media/car-silhouette.tsx'
import { CarOutline, SignaturePad } from '../../../ui/media/later.tsx'
import { UploadGrid, type UploadItem } from '../../../ui/media/upload-grid.tsx'
import { Specimen } from './specimen.tsx'

const kinds = ['经济', '舒适', 'SUV', '商务', '豪华', '跑车', '房车', '皮卡', '其他']

/** A drawn photo, so that the gallery needs no image files. */
const photo = (ground: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 104 78"><rect width="104" height="78" fill="${ground}"/><rect y="50" width="104" height="28" fill="#464e59"/><rect x="24" y="30" width="56" height="32" rx="9" fill="#eef2f7"/></svg>`,
  )}`

const slots = ['车头', '车尾', '左侧', '右侧'].map((label) => ({ key: label, label, required: true }))
const uploaded: UploadItem[] = [
  { id: '1', slot: '车头', status: 'done', url: photo('#7f8da1') },
  { id: '2', slot: '车尾', status: 'uploading', progress: 68, url: photo('#7fa18d') },
  { id: '3', slot: '左侧', status: 'failed', url: photo('#a18d7f') },
  { id: '4', status: 'uploading' },
]

/** Photos, signature, and the drawings of cars. */
export default function Media() {
  const [items, setItems] = useState(uploaded)
  const [signed, setSigned] = useState<number>()
  const [selected, setSelected] = useState<string>()
  const [marks, setMarks] = useState<OutlineMark[]>([
    { part: 'rightFrontFender', x: 0.16, y: 0.1, isNew: false },
    { part: 'leftFrontDoor', x: 0.4, y: 0.88, isNew: true },
  ])
  const done = items.filter((item) => item.status === 'done')
  const images = done.map(({ url = '' }, index) => ({ url, alt: `照片 ${index + 1}` }))
  return (
    <>
      <Specimen name="车辆侧影">
        <Grid as={Card} fit={76} gap={[12, 4]} pad={16} className="demo-icons">
          {kinds.map((kind, index) => (
            <Stack as="span" key={kind} gap={4} align="center" size="xs">
              <CarSilhouette carType={index + 1} />
              {kind}
            </Stack>
          ))}
          <CarSilhouette carType={2} size="m" />
        </Grid>
      </Specimen>
      <Specimen name="照片" boxed>
        <UploadGrid
          slots={slots}
          items={items}
          onAdd={(slot) => setItems([...items, { id: `${Date.now()}`, slot, status: 'done', url: photo('#5f7f9f') }])}
          onRetry={(id) => setItems(items.map((one) => (one.id === id ? { ...one, status: 'uploading' } : one)))}
          onRemove={(id) => setItems(items.filter((item) => item.id !== id))}
          onOpen={(id) =>
            view(
              images,
              done.findIndex((item) => item.id === id),
            )
          }
        />
      </Specimen>
      <Specimen name="车身损伤" boxed>
        <CarOutline
          drawing={carDrawing}
          parts={carParts}
          marks={marks}
          selected={selected}
          onPart={(part, at) => {
            setSelected(part)
            setMarks([...marks, { part, ...at, isNew: true }])
          }}
        />
        <p>{selected === undefined ? '点车身标记' : partName(selected)}</p>
      </Specimen>
      <Specimen name="签字" boxed>
        <SignaturePad label="客户签字" onChange={(png) => setSigned(png?.size)} />
        <p className="num">{signed ? `PNG ${signed} 字节` : '未签'}</p>
      </Specimen>
    </>
  )
}
