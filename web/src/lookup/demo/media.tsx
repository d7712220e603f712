import { carDrawing } from '@cheyi/domain/pickup-return/outline'
import { carParts } from '@cheyi/domain/pickup-return/parts'
import { lazy, Suspense, useState } from 'react'
import { Grid, Stack } from '../../ui/layout.tsx'
import type { OutlineMark, OutlinePart } from '../../ui/media/car-outline.tsx'
import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { CarOutline, SignaturePad } from '../../ui/media/later.tsx'
import { UploadGrid, type UploadItem } from '../../ui/media/upload-grid.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { Card } from '../../ui/show/card.tsx'
import { Specimen } from './specimen.tsx'

const ImageViewer = lazy(() => import('../../ui/media/image-viewer.tsx'))

const kinds = ['经济', '舒适', 'SUV', '商务', '豪华', '跑车', '房车', '皮卡', '其他']
const paints = ['silver', 'blue', 'white', 'grey'] as const

/** A drawn photo, so that the gallery needs no files. */
const photo = (ground: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 104 78"><rect width="104" height="78" fill="${ground}"/><rect y="50" width="104" height="28" fill="#464e59"/><rect x="24" y="30" width="56" height="32" rx="9" fill="#eef2f7"/><path d="M35 30l4-9q1-2 3-2h20q2 0 3 2l4 9z" fill="#3f4a59"/></svg>`,
  )}`

const slots = [
  { key: 'front', label: '车头', required: true },
  { key: 'rear', label: '车尾', required: true },
  { key: 'left', label: '左侧', required: true },
  { key: 'right', label: '右侧', required: true },
  { key: 'dash', label: '仪表盘', required: true },
  { key: 'inside', label: '内饰', required: true },
]
const uploaded: UploadItem[] = [
  { id: '1', slot: 'front', status: 'done', url: photo('#7f8da1') },
  { id: '2', slot: 'rear', status: 'done', url: photo('#8d7fa1') },
  { id: '3', slot: 'left', status: 'uploading', progress: 68, url: photo('#7fa18d') },
  { id: '4', slot: 'right', status: 'failed', url: photo('#a18d7f') },
  { id: '5', status: 'done', url: photo('#6f7c8f') },
  { id: '6', status: 'uploading' },
]

/** Photos, signature, and the drawn cars. */
export default function Media() {
  const [items, setItems] = useState(uploaded)
  const [viewed, setViewed] = useState<number>()
  const [signed, setSigned] = useState<number>()
  const [selected, setSelected] = useState<string>()
  const [marks, setMarks] = useState<OutlineMark[]>([
    { part: 'rightFrontFender', x: 0.16, y: 0.1, isNew: false },
    { part: 'leftRearFender', x: 0.78, y: 0.84, isNew: false },
    { part: 'leftFrontDoor', x: 0.4, y: 0.88, isNew: true },
  ])
  const done = items.filter((item) => item.status === 'done')
  const parts: readonly OutlinePart[] = carParts
  return (
    <>
      <Specimen name="车辆侧影">
        <Grid as={Card} fit={76} gap={[12, 4]} pad={16} className="demo-icons">
          {kinds.map((kind, index) => (
            <Stack as="span" key={kind} gap={4} align="center" size="xs">
              <CarSilhouette carType={index + 1} paint={paints[index % paints.length]} />
              {kind}
            </Stack>
          ))}
          <span>
            <CarSilhouette carType={2} size="m" />
            详情
          </span>
        </Grid>
      </Specimen>
      <Specimen name="照片">
        <Card title="车辆照片" pad>
          <UploadGrid
            slots={slots}
            items={items}
            onAdd={(slot) => setItems([...items, { id: `${Date.now()}`, slot, status: 'done', url: photo('#5f7f9f') }])}
            onRetry={(id) =>
              setItems(items.map((item) => (item.id === id ? { ...item, status: 'uploading', progress: 5 } : item)))
            }
            onRemove={(id) => setItems(items.filter((item) => item.id !== id))}
            onOpen={(id) => setViewed(done.findIndex((item) => item.id === id))}
          />
        </Card>
        <Notice tone="primary">支持连拍和视频，最多 20 个，弱网自动续传</Notice>
        <Suspense fallback={null}>
          <ImageViewer
            open={viewed !== undefined}
            onClose={() => setViewed(undefined)}
            index={viewed}
            images={done.map((item, index) => ({ url: item.url ?? '', alt: `照片 ${index + 1}` }))}
          />
        </Suspense>
      </Specimen>
      <Specimen name="车身损伤">
        <Card pad>
          <CarOutline
            drawing={carDrawing}
            parts={parts}
            marks={marks}
            selected={selected}
            onPart={(part, at) => {
              setSelected(part)
              if (parts.find((each) => each.code === part)?.box[2]) setMarks([...marks, { part, ...at, isNew: true }])
              else toast(parts.find((each) => each.code === part)?.name ?? part)
            }}
          />
        </Card>
      </Specimen>
      <Specimen name="签字">
        <Card pad>
          <SignaturePad label="客户签字" onChange={(png) => setSigned(png?.size)} />
          <p className="num">{signed ? `PNG ${signed} 字节` : '未签'}</p>
        </Card>
      </Specimen>
    </>
  )
}
