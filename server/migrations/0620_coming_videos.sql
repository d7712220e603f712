-- A handover may name a video that the native shell still uploads: those that are waited for, by their order.
create index media_coming on media (merchant_id, order_id) where state = {mediaState.uploading} and linked_at is not null;
