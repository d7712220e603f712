import { type ConsentKind, consentKinds, consentOf } from '@cheyi/domain/rental/driver/consent'
import { useState } from 'react'
import { Notice, Stack } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../ui/media/upload-grid.tsx'
import { say, translate } from '../../../words/words.ts'
import { ConsentBox } from '../../driver/parts/consent-box.tsx'
import type { Visit } from './visit.ts'

/** Documents and face, each photographed after the customer's consent; pages requested again are empty and show the reason. */
export function PapersStep({ visit }: { readonly visit: Visit }) {
  const { task, uploads, drop } = visit
  const [ticked, setTicked] = useState<readonly ConsentKind[]>([])
  const kinds = consentKinds.values.filter((kind) => task.documents.some(({ slot }) => consentOf(slot) === kind))
  const agreed = (kind: ConsentKind) => task.consents.includes(kind) || ticked.includes(kind)
  return (
    <Stack gap={12} top={10}>
      {kinds.map((kind) => {
        const pages = task.documents.filter(({ slot }) => consentOf(slot) === kind)
        const fresh = uploads.tiles.filter(({ slot }) => pages.some((page) => page.slot === slot))
        const stored = pages.flatMap(({ slot, mediaId, reason }): UploadItem[] =>
          mediaId === null || reason !== null || fresh.some((one) => one.slot === slot)
            ? []
            : [{ id: mediaId, status: 'done', slot }],
        )
        return (
          <Stack key={kind} gap={8}>
            {!task.consents.includes(kind) && (
              <ConsentBox
                kind={kind}
                own
                checked={ticked.includes(kind)}
                onChange={(on) => setTicked(on ? [...ticked, kind] : ticked.filter((one) => one !== kind))}
              />
            )}
            {pages.map(
              ({ slot, name, reason }) =>
                reason !== null && (
                  <Notice key={slot} tone="danger">
                    {say('{name}需要重拍：{reason}', { name: translate(name), reason: translate(reason) })}
                  </Notice>
                ),
            )}
            <UploadGrid
              items={[...stored, ...fresh]}
              slots={pages.map(({ slot, name, required }) => ({ key: slot, label: translate(name), required }))}
              closed
              onAdd={agreed(kind) ? (slot) => void uploads.pick({ slot: slot ?? '' }) : undefined}
              onRetry={uploads.retry}
              onRemove={(id) => (fresh.some((one) => one.id === id) ? uploads.remove(id) : drop(id))}
              openLabel={say('重拍')}
              onOpen={(id) => {
                const slot = [...stored, ...fresh].find((one) => one.id === id)?.slot
                if (slot !== undefined) void uploads.pick({ slot })
              }}
            />
          </Stack>
        )
      })}
      {uploads.unsent > 0 && <Notice>{say('{n} 张正在上传，断网后会自动续传', { n: uploads.unsent })}</Notice>}
    </Stack>
  )
}
