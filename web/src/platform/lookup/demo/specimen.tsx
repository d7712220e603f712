import type { ReactNode } from 'react'
import { Box, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'

interface SpecimenProps {
  readonly name: string
  /** It stands in a card. */
  readonly boxed?: boolean
  readonly children: ReactNode
}

/** One family of widgets with its name above it. */
export function Specimen({ name, boxed, children }: SpecimenProps) {
  return (
    <Box as="section" shrink className="specimen">
      <Text as="h2" pad={4} note weight="m">
        {name}
      </Text>
      <Stack as={boxed ? Card : 'div'} gap={12} pad={boxed ? 16 : 0}>
        {children}
      </Stack>
    </Box>
  )
}

/** Side by side, in as many lines as it takes. */
export const Line = ({ children }: { children: ReactNode }) => (
  <Row gap={8} wrap>
    {children}
  </Row>
)
