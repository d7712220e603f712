import type { DocumentSlot } from '@cheyi/domain/rental/driver/documents'
import { useEffect } from 'react'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { refresh } from '../../../page/page.tsx'
import { view, viewOf } from '../../../page/view.ts'
import { Button, Card, Cell, Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { driverScreens } from '../../driver/screens.ts'
import { PairPhoto } from '../../pickup-return/parts/photo/pair-photo.tsx'
import type { SelfCheck } from '../parts/task.ts'

type Own = NonNullable<SelfCheck['papers']>
export type PaperPage = Own['pages'][number]
/** Why pages must be photographed again. */
export type PaperReasons = Readonly<Partial<Record<DocumentSlot, string>>>

interface PapersProps extends Own {
  readonly orderId: string
  readonly refused: PaperReasons
  readonly onToggle: (page: PaperPage) => void
}

/** The renter's documents until they are verified: each page can be requested again, like a photo of the car. */
export function Papers({ orderId, personId, pages, refused, onToggle }: PapersProps) {
  const reach = useReach()
  const enter = linkTo(reach, driverScreens.personEntry, { orderId, personId })
  const taken = pages.filter(({ mediaId }) => mediaId !== null)
  const maySee = useMay('person.view')
  const sees = maySee && taken.length > 0
  const { data } = useRead(calls.driver.personDetail, { personId }, { enabled: sees })
  // Reads the file again when a new picture has arrived.
  const ids = taken.map(({ mediaId }) => mediaId).join()
  useEffect(() => {
    if (sees && ids !== '') void refresh(ask(calls.driver.personDetail, { personId }))
  }, [sees, ids, personId])
  const pictureOf = ({ mediaId }: PaperPage) => data?.documents.find(({ media }) => media.mediaId === mediaId)?.media
  const shown = taken.flatMap((page) => {
    const media = pictureOf(page)
    return media === undefined ? [] : [viewOf(page.name)(media)]
  })
  return (
    <Card>
      <Cell
        label="承租人证件待核验"
        note={taken.length === 0 ? '客户还没有拍摄证件' : `客户已拍摄 ${taken.length} 张，登记并核验后客户可签约`}
        extra={enter && '去核验'}
        onClick={enter?.onClick}
      />
      {taken.length > 0 && (
        <Grid fit={140} gap={12} pad={[0, 16, 16]}>
          {taken.map((page) => {
            const { slot, name, reason } = page
            const now = refused[slot]
            return (
              <Stack key={slot} gap={6}>
                <Text as="h3" size="s" weight="b">
                  {name}
                </Text>
                {maySee && (
                  <div>
                    <PairPhoto
                      media={pictureOf(page)}
                      alt={name}
                      none="正在加载"
                      onOpen={() => view(shown, Math.max(0, taken.indexOf(page)))}
                    />
                  </div>
                )}
                {(now ?? reason) != null && <Tag tone={now === undefined ? 'warning' : 'danger'}>{now ?? reason}</Tag>}
                <Row>
                  {reason === null ? (
                    <Button
                      size="s"
                      variant={now === undefined ? 'outline' : 'tint'}
                      aria-label={`${name}${now === undefined ? '驳回' : '撤销驳回'}`}
                      onClick={() => onToggle(page)}
                    >
                      {now === undefined ? '驳回' : '撤销驳回'}
                    </Button>
                  ) : (
                    <Text note>等待客户重拍</Text>
                  )}
                </Row>
              </Stack>
            )
          })}
        </Grid>
      )}
    </Card>
  )
}
