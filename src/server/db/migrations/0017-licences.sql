-- A track's licence, the documents that prove it, and the link to a guide.

create table licence_documents (
  id uuid primary key,
  artist_id uuid not null references users on delete cascade,
  storage_key text not null unique,
  -- Its bytes show which it is; it is served as nothing else.
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  -- What a track refers to: a document of its own artist.
  unique (id, artist_id)
);
create index licence_documents_artist on licence_documents (artist_id, created_at);

alter table tracks
  add column licence_status text not null default 'not_required'
    check (licence_status in ('not_required', 'licensed', 'unlicensed')),
  add column licensed_from text,
  add column licence_document_id uuid,
  add column youtube_guide_url text,
  add constraint tracks_licensed_from check ((licence_status = 'licensed') = (licensed_from is not null)),
  add constraint tracks_licence_document foreign key (licence_document_id, artist_id)
    references licence_documents (id, artist_id);
create index tracks_licence_document on tracks (licence_document_id) where licence_document_id is not null;
