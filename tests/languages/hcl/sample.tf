terraform {
  required_version = ">= 1.5"
}

# The region.
variable "region" {
  default = "eu"
}

locals {
  prefix = "demo"
  suffix = "x"
}

data "aws_ami" "image" {
  filter { name = "x" }
}

resource "aws_s3_bucket" "logs" {
  bucket = local.prefix
}

module "vpc" {
  source = "./modules/vpc"
}

output "id" { value = 1 }
provider "aws" {}
