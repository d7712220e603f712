-- When the claim of a case was met, as supplements have it (paid_at): money that named no case paid it then, and is no rent of a
-- long order besides. Of those met before nobody knows when; they stay as they are.
alter table damage_order add column met_at timestamptz;
alter table violation add column met_at timestamptz;
