import { useNow } from '../../../kernel/now.ts'
import { None } from '../../../page/detail.tsx'
import { view } from '../../../page/view.ts'
import { Card, Grid, Text } from '../../../ui/layout.tsx'
import type { PersonDetail } from '../parts/person-words.ts'
import { shownDocuments } from './file-words.ts'

/** Document links expire after five minutes; older ones are read again before a picture is opened. */
const LINK_LASTS = 240_000

interface DocumentsCardProps {
  readonly person: PersonDetail
  /** When the links were made, epoch ms. */
  readonly at: number
  readonly refetch: () => Promise<{ readonly data?: PersonDetail }>
}

/** Pictures of the documents, watermarked with purpose, viewer and time (`server/src/platform/media/mark.ts`). */
export function DocumentsCard({ person, at, refetch }: DocumentsCardProps) {
  const now = useNow()
  const documents = shownDocuments(person)
  async function show(index: number) {
    const fresh = now - at > LINK_LASTS ? ((await refetch()).data ?? person) : person
    const images = shownDocuments(fresh).map(({ name, media }) => ({ url: media.url, alt: name, personal: true }))
    view(images, index)
  }
  if (documents.length === 0) return <None of={`证件照片${person.waiveReason && `（${person.waiveReason}）`}`} />
  return (
    <Card pad title="证件照片" extra="仅限租车使用，查看会留痕">
      {person.waiveReason !== '' && (
        <Text as="p" ink={3}>
          照片未留全：{person.waiveReason}
        </Text>
      )}
      <Grid as="ul" fit={140} gap={12} size="s" text="center" className="person-detail-papers">
        {documents.map(({ slot, name, media }, index) => (
          <li key={slot}>
            <button type="button" onClick={() => void show(index)}>
              <img src={media.thumbUrl ?? media.url} alt={`查看${name}`} decoding="async" />
            </button>
            <span>{name}</span>
          </li>
        ))}
      </Grid>
    </Card>
  )
}
