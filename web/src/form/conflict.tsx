import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Row, Stack, Text } from '../ui/layout.tsx'

interface ConflictProps {
  /** Who has saved the record. */
  readonly title: ReactNode
  /** The differences. */
  readonly children?: ReactNode
  readonly acts: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** Another user saved first, and the changes can only be resolved as a whole. The typed text is not lost. */
export function Conflict({ title, children, acts }: ConflictProps) {
  return (
    <Stack
      as="section"
      gap={8}
      pad={[12, 16]}
      fill="warning"
      round="card"
      ink={1}
      role="alert"
      aria-label="修改冲突"
      ref={bringIntoView}
    >
      <Text as="h2" ink="warning" size="m">
        {title}
      </Text>
      {children}
      <Row gap={8} top={8} align="stretch">
        {acts.map(({ label, onClick }) => (
          <Button key={label} size="s" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

/** The button that was tapped is far below the conflict. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
