-- The index of one repository. A document is the content of one path; a workspace (a work tree)
-- is a manifest of documents, so that work trees and branches share what they have in common.
-- Chunks and symbols of a document have consecutive ids, so that a document names a range.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value ANY
) STRICT, WITHOUT ROWID;

CREATE TABLE workspace (
  id INTEGER PRIMARY KEY,
  root TEXT NOT NULL UNIQUE,
  generation INTEGER NOT NULL, -- changes with the rows that its answers are made of
  seen INTEGER NOT NULL,       -- seconds since 1970 when it was last opened
  pending INTEGER NOT NULL     -- files that wait; at least 1 until all were looked at once
) STRICT;

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  hash BLOB NOT NULL,
  language TEXT NOT NULL,
  lines INTEGER NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  first_symbol INTEGER NOT NULL,
  symbols INTEGER NOT NULL,
  embedded INTEGER NOT NULL,   -- whether its vectors are there
  unused INTEGER,              -- seconds since 1970 when no manifest named it any more
  notes TEXT NOT NULL,         -- JSON list
  tags TEXT NOT NULL,          -- words separated by spaces
  UNIQUE (path, hash)
) STRICT;
CREATE INDEX document_unused ON document (unused, chunks) WHERE unused IS NOT NULL;
CREATE INDEX document_pending ON document (id) WHERE NOT embedded;

CREATE TABLE manifest (
  workspace INTEGER NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  hash BLOB NOT NULL,
  document INTEGER,            -- NULL: skipped for the reason
  reason TEXT,
  PRIMARY KEY (workspace, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX manifest_document ON manifest (document) WHERE document IS NOT NULL;

-- Lines of manifests in the order in which they were written, the last thousand: see changes.py.
CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL,
  path TEXT NOT NULL           -- empty: any may have been written
) STRICT;

-- Which chunks a workspace sees: bit i of block b stands for chunk b * 8192 + i.
CREATE TABLE live (
  workspace INTEGER NOT NULL,
  block INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (workspace, block)
) STRICT, WITHOUT ROWID;

-- Ranges of chunk ids whose document was collected, to be given out again.
CREATE TABLE free_range (
  size INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (size, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE symbol (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  name TEXT NOT NULL,
  scope TEXT,                  -- what the qualified name has before the name, without the dot
  kind INTEGER NOT NULL,       -- this and all that is a kind: by its place in kinds.py
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  signature TEXT NOT NULL,
  parent INTEGER,              -- ordinal in the document
  visibility INTEGER NOT NULL,
  qualified_name TEXT NOT NULL AS (coalesce(scope || '.', '') || name)
) STRICT;
CREATE INDEX symbol_name ON symbol (name);

CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  symbol INTEGER,              -- ordinal in the document
  kinds INTEGER NOT NULL       -- the kinds of symbols in it, a bit each
) STRICT;

-- What is read a file at a time.
CREATE TABLE fact (
  document INTEGER PRIMARY KEY,
  imports BLOB NOT NULL,       -- zlib of JSON
  docstrings BLOB NOT NULL,    -- of the symbols in order, zlib of JSON; they are mostly prose
  facts BLOB NOT NULL          -- opaque to the store
) STRICT;

-- The vector of a chunk, int8, its largest component 127; length is taken out when it is compared.
CREATE TABLE vector (
  chunk INTEGER PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;

-- The mean of the vectors of a document's chunks, as those are kept.
CREATE TABLE gist (
  document INTEGER PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;

-- Which chunks hold a word, a block of 4,096 chunk ids a row: see postings.py. The word '' has the
-- lengths of the chunks.
CREATE TABLE posting (
  block INTEGER NOT NULL,
  word TEXT NOT NULL,
  chunks BLOB NOT NULL,
  PRIMARY KEY (block, word)
) STRICT, WITHOUT ROWID;

-- The identifiers of each document as written, an upper-case letter marked: who mentions a name.
CREATE VIRTUAL TABLE mention USING fts5 (
  words,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '_'"
);
